// The features with a part of their own in exports and in the report.
import type { Board } from '../board/snapshot.ts';
import type { UserId } from '../ids.ts';
import { checkInExport } from './check-in-export.ts';
import { thanksExport } from './thanks-export.ts';

/** In the order of the report. */
export const exportParts = [thanksExport, checkInExport];

export const exportedShape = { ...thanksExport.shape, ...checkInExport.shape };

export function exportedFields(board: Board, person: (id: UserId) => string) {
  return { ...thanksExport.ofBoard(board, person), ...checkInExport.ofBoard(board, person) };
}
