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

export interface ExportPart<Shape extends z.ZodRawShape> {
  /** Its fields of the file. Files of earlier versions lack them. */
  shape: Shape;
  /** `person` assigns the local id. */
  ofBoard(board: Board, person: (id: UserId) => string): z.output<z.ZodObject<Shape>>;
  /** A field with a list: its maximum length, and how many people each element refers to. */
  list?: { field: keyof Shape & string; max: number; people: number };
  /** People that the fields refer to. */
  peopleIn?(file: z.output<z.ZodObject<Shape>>): [id: string, place: Place][];
  rows(file: z.output<z.ZodObject<Shape>>, nameOf: (id: string) => string): CsvFields[];
  /** Title of its section in the report, which the report omits without lines. */
  title: string;
  /** Markdown. */
  lines(board: Board, nameOf: (id: UserId) => string): string[];
  /** Whether it is withheld from AI services. */
  isAboutPeople: boolean;
}
