// A feature's part of a meeting's file, table and report.
import { z } from 'zod';

import type { Board } from '../board/snapshot.ts';
import type { UserId } from '../ids.ts';

export const LocalId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has 1 to 64 letters, digits, hyphens and underscores.');

export type Place = (string | number)[];

export const scoreNames = ['score 1', 'score 2', 'score 3', 'score 4', 'score 5'] as const;
export const csvHead = [
  'kind',
  'column',
  'topic',
  'text',
  'author',
  'votes',
  'voters',
  'seconds discussed',
  'reactions',
  'status',
  'assignee',
  'due on',
  'reason',
  'created at',
  'answers',
  'mean',
  ...scoreNames,
] as const;
export type CsvCell = string | number | null;
export type CsvFields = Partial<Record<(typeof csvHead)[number], CsvCell>>;

/** `Shape`: its fields of the file, which files of earlier versions lack. `Beside`: what it reads beside the board. */
export interface ExportPart<Shape extends z.ZodRawShape, Beside = object> {
  /** `person` assigns the local id. */
  ofBoard(
    board: Board,
    person: (id: UserId) => string,
    beside: Beside,
  ): z.output<z.ZodObject<Shape>>;
  /** A field with a list, and its maximum length. */
  list?: { field: keyof Shape & string; max: number };
  /** The maximum number of people that the fields refer to. */
  people?: number;
  /** People that the fields refer to. */
  peopleIn?(file: z.output<z.ZodObject<Shape>>): [id: string, place: Place][];
  rows(file: z.output<z.ZodObject<Shape>>, nameOf: (id: string | null) => string): CsvFields[];
  /** Title of its section in the report, which the report omits without lines. */
  title?: string;
  /** Markdown. */
  lines?(board: Board, nameOf: (id: UserId) => string, beside: Beside): string[];
  /** Withheld from AI services. */
  isAboutPeople?: true;
}
