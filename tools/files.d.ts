export declare const ROOT: string;
/** Paths below `folder`, relative to the root, with forward slashes; hidden folders but .ci are left out. */
export declare function listFiles(folder?: string): string[];
