/** Response header of board changes: a seq of the board that includes the change. */
export const boardSeqHeader = 'X-Board-Seq';
