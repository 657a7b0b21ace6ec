// A live meeting with many short notes, for measuring the frame.
import type { Page } from '@playwright/test';

import type { Crew } from './crew.ts';
import { cards } from './frame-measures.ts';
import { expect, type Meeting, newMeeting, openBoard, type Somebody } from './walk.ts';

const columnIds = ['went_well', 'to_improve', 'action'] as const;

export interface Board extends Meeting {
  addAs: Meeting['write'];
}

/** A live meeting with one-line notes, spread evenly and written by both people in turn. */
export async function newBoard({ robin, sasha, team }: Crew, count: number): Promise<Board> {
  const meeting = await newMeeting(robin, team);
  const write = async (who: Somebody, from: number) => {
    for (let at = from; at < count; at += 2) {
      await meeting.write(who, columnIds[at % 3] ?? '', `Number ${at + 1}`);
    }
  };
  await Promise.all([write(robin, 0), write(sasha, 1)]);
  return { ...meeting, addAs: meeting.write };
}

export async function openAs(page: Page, who: Somebody, board: Pick<Board, 'path'>): Promise<void> {
  await openBoard(page, who, board.path);
  await expect(cards(page).first()).toBeVisible();
}
