/** On the answer to a change of a board: the board's seq with the change, or a later one. */
export const boardSeqHeader = 'X-Board-Seq';
