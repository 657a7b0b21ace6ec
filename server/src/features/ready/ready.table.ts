import { phaseMarks } from '#server/features/meetings/phase-marks.table';

/** Who is done with a phase. */
export const readyMarks = phaseMarks('ready_marks');
