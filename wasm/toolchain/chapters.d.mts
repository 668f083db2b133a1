/** What tests in TypeScript see of chapters.mjs. */
export declare const chaptersFile: string;

/** Gives the path of the file that it wrote. */
export declare function writeChapters(options?: {
  more?: readonly string[];
  file?: string;
}): string;
