import type { MainModule } from '#glue';

/** The glue's module, its methods as the plain functions that they are. */
export type CoreModule = {
  readonly [Name in keyof MainModule]: MainModule[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : MainModule[Name];
};
