/** What tests in TypeScript see of page_files.mjs. */
export declare function brotliOfPage(site: string): Readonly<Record<string, number>>;
