/** The path of the first of these programs that the machine has. */
export declare function findProgram(...names: string[]): string | undefined;
