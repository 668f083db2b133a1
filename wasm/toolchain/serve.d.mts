/** What tests in TypeScript see of serve.mjs. */
export interface Served {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export declare const contentSecurityPolicy: string;

export declare function serve(options: {
  folder: string;
  host?: string;
  port?: number;
  headers?: Record<string, string>;
}): Promise<Served>;
