/** What tests in TypeScript see of build.mjs. */
export declare function bundle(options?: {
  types?: boolean;
  dist?: string;
  lessons?: readonly string[];
}): Promise<Set<string>>;
