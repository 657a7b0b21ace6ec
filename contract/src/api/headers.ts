/** Response header of board changes: a seq of the board that includes the change. */
export const boardSeqHeader = 'X-Board-Seq';

/** Response headers of lists (docs/api.md A-14). */
export const nextHeader = 'X-Next-After';
export const totalCountHeader = 'X-Total-Count';
