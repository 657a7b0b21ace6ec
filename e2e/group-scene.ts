// Setup of grouping tests: a board with notes to group, its parts, and mouse drags.
import type { Locator, Page } from '@playwright/test';

import type { Crew } from './crew.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, type Somebody, signedInAs } from './walk.ts';

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

export interface Board {
  id: string;
  path: string;
  /** The server's groups: the texts of each in board order. */
  groups(): Promise<string[][]>;
  groupAs(who: Somebody, ...texts: string[]): Promise<Group>;
  jumpTo(phase: string): Promise<void>;
}

export async function newBoard(
  { team, robin }: Crew,
  options: { phase?: string; notes?: readonly (readonly [string, string])[] } = {},
): Promise<Board> {
  const { phase = 'grouping', notes = someNotes } = options;
  const { id, path } = await newMeeting(robin, team, {
    phase,
    notes: notes.map(([type, text]) => [type, text]),
  });
  const own = `/api/v1/meetings/${id}`;
  const read = () =>
    call<{ notes: { id: string; content: string }[]; groups: Group[] }>(robin, [
      'GET',
      `${own}/board`,
    ]);
  return {
    id,
    path,
    async groups() {
      const board = await read();
      const textOf = (noteId: string) =>
        board.notes.find((note) => note.id === noteId)?.content ?? '';
      return board.groups.map(({ note_ids }) => note_ids.map(textOf));
    },
    async groupAs(who, ...texts) {
      const board = await read();
      const note_ids = texts.map((text) => board.notes.find(({ content }) => content === text)?.id);
      return call(who, ['POST', `${own}/groups`], { note_ids });
    },
    async jumpTo(next) {
      await call(robin, ['POST', `${own}/phase/transition`], {
        phase: next,
        duration_minutes: null,
      });
    },
  };
}

export async function open(page: Page, who: Somebody, board: Board): Promise<void> {
  await signedInAs(page.context(), who.token);
  await page.goto(who.product.url + board.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
}

export const column = (page: Page, name: string) => page.getByRole('region', { name });
export const note = (page: Page, text: string) => page.getByRole('article', { name: `: ${text}` });
export const groupCard = (page: Page, holding: string) =>
  page.getByRole('article', { name: /^Group / }).filter({ hasText: holding });
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
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
