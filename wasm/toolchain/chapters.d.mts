/** What tests in TypeScript see of chapters.mjs. */
export declare const chaptersFolder: string;

/** Gives the path of the folder that it wrote. */
export declare function writeChapters(options?: {
  more?: readonly string[];
  target?: string;
}): Promise<string>;
