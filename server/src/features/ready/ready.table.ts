import { phaseMarks } from '#server/features/meetings/phase-marks.table';

/** Marks of the members who are done with a phase. */
export const readyMarks = phaseMarks('ready_marks');
