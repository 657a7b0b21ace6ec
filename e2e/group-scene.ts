// Setup of grouping tests: a board with notes to group, its parts, and mouse drags.
import type { Locator, Page } from '@playwright/test';

import type { Crew } from './crew.ts';
import { call, type Meeting, newMeeting, openBoard, type Somebody } from './walk.ts';

export { toasts } from './walk.ts';

const someNotes = [
  ['went_well', 'Deploys were calm'],
  ['went_well', 'Tea was hot'],
  ['to_improve', 'Deploys take an hour'],
  ['to_improve', 'Builds are slow'],
  ['action', 'Buy a faster machine'],
] as const;

interface Group {
  id: string;
  title: string;
  note_ids: string[];
  column_id: string;
}

export interface Board extends Meeting {
  /** The server's groups: the texts of each in board order. */
  groups(): Promise<string[][]>;
  groupAs(who: Somebody, ...texts: string[]): Promise<Group>;
  /** As `moveTo`. */
  jumpTo(phase: string): Promise<void>;
}

export async function newBoard(
  { team, robin }: Crew,
  options: { phase?: string; notes?: readonly (readonly [string, string])[] } = {},
): Promise<Board> {
  const { phase = 'grouping', notes = someNotes } = options;
  const meeting = await newMeeting(robin, team, { phase, notes });
  const read = () =>
    call<{ notes: { id: string; content: string }[]; groups: Group[] }>(robin, [
      'GET',
      `${meeting.api}/board`,
    ]);
  return {
    ...meeting,
    jumpTo: meeting.moveTo,
    async groups() {
      const board = await read();
      const textOf = (noteId: string) =>
        board.notes.find((note) => note.id === noteId)?.content ?? '';
      return board.groups.map(({ note_ids }) => note_ids.map(textOf));
    },
    async groupAs(who, ...texts) {
      const board = await read();
      const note_ids = texts.map((text) => board.notes.find(({ content }) => content === text)?.id);
      return call(who, ['POST', `${meeting.api}/groups`], { note_ids });
    },
  };
}

export async function open(page: Page, who: Somebody, board: Board): Promise<Page> {
  return openBoard(page, who, board.path);
}

export const column = (page: Page, name: string) => page.getByRole('region', { name });
export const note = (page: Page, text: string) => page.getByRole('article', { name: `: ${text}` });
export const groupCard = (page: Page, holding: string) =>
  page.getByRole('article', { name: /^Group / }).filter({ hasText: holding });
export const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z');

/** Drags a note to the target's centre and holds it there. */
export async function carry(page: Page, from: Locator, target: Locator): Promise<void> {
  await lift(page, from);
  await carryTo(page, target);
}

async function lift(page: Page, from: Locator): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('nothing to lift');
  await page.mouse.move(box.x + 20, box.y + 14);
  await page.mouse.down();
  await page.mouse.move(box.x + 34, box.y + 20, { steps: 4 });
}

async function carryTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nowhere to carry it');
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 30), { steps: 6 });
}

export async function drop(page: Page, from: Locator, target: Locator): Promise<void> {
  await carry(page, from, target);
  await page.mouse.up();
}
