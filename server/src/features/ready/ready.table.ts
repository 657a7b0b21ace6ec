import { phaseMarks } from '#server/features/meetings/phase-marks.table';

export const readyMarks = phaseMarks('ready_marks');
