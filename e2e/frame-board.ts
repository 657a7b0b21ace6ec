// A live meeting with many short notes, for measuring the frame.
import type { Page } from '@playwright/test';

import type { Crew } from './crew.ts';
import { cards } from './frame-measures.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, type Somebody, signedInAs } from './walk.ts';

const columnIds = ['went_well', 'to_improve', 'action'] as const;

export interface Board {
  path: string;
  addAs(who: Somebody, column: string, content: string): Promise<void>;
  moveTo(phase: string): Promise<void>;
}

/** A live meeting with one-line notes, spread evenly and written by both people in turn. */
export async function newBoard({ robin, sasha, team }: Crew, count: number): Promise<Board> {
  const { id, path } = await newMeeting(robin, team, { phase: 'grouping' });
  const own = `/api/v1/meetings/${id}`;
  const addAs = (who: Somebody, note_type: string, content: string) =>
    call<void>(who, ['POST', `${own}/notes`], { note_type, content });
  const write = async (who: Somebody, from: number) => {
    for (let at = from; at < count; at += 2) {
      await addAs(who, columnIds[at % 3] ?? '', `Number ${at + 1}`);
    }
  };
  await Promise.all([write(robin, 0), write(sasha, 1)]);
  const moveTo = (phase: string) =>
    call<void>(robin, ['POST', `${own}/phase/transition`], { phase, duration_minutes: null });
  return { path, addAs, moveTo };
}

export async function openAs(page: Page, who: Somebody, board: Pick<Board, 'path'>): Promise<void> {
  await signedInAs(page.context(), who.token);
  await page.goto(who.product.url + board.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
}
