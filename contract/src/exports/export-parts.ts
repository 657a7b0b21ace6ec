// The features with a part of their own in exports and in the report.
import type { Board } from '../board/snapshot.ts';
import type { UserId } from '../ids.ts';
import { attendanceExport } from './attendance-export.ts';
import { checkInExport } from './check-in-export.ts';
import { thanksExport } from './thanks-export.ts';

/** In the order of the report. */
export const exportParts = [thanksExport, checkInExport, attendanceExport];

export const exportedShape = {
  ...thanksExport.shape,
  ...checkInExport.shape,
  ...attendanceExport.shape,
};

export function exportedFields(board: Board, person: (id: UserId) => string) {
  return {
    ...thanksExport.ofBoard(board, person),
    ...checkInExport.ofBoard(board, person),
    ...attendanceExport.ofBoard(board, person),
  };
}
