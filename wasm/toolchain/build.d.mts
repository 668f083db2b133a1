/** What tests in TypeScript see of build.mjs. */
export declare function bundle(options?: {
  types?: boolean;
  dist?: string;
  lessons?: readonly string[];
  more?: readonly { folder: string; entry: string; name: string; carried?: boolean }[];
}): Promise<Set<string>>;
