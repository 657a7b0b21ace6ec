// Maps HTTP calls of a board to commands. Those of its queue are taken from the board's client.
import type { Command } from '@wentwell/contract/board/command';
import { z } from 'zod';

import { demoCalls } from '#web/screens/meeting/feature-parts.tsx';

const Body = z.record(z.string(), z.unknown());

type ToInput = (body: z.infer<typeof Body>) => unknown;

const same: ToInput = (body) => body;

const calls: Record<string, readonly [name: string, toInput: ToInput]> = {
  'PUT timer': ['timer.set', (timer) => ({ timer })],
  'POST phase/next': ['phase.next', same],
  'POST phase/transition': ['phase.enter', same],
  'PUT ': ['meeting.update', same],
  'PUT mood': ['score.set', (body) => ({ ...body, asked: 'mood' })],
  'PUT worth': ['score.set', (body) => ({ ...body, asked: 'worth' })],
  'PUT check-in': ['question.hide', same],
  'POST check-in/next-question': ['question.next', same],
  'PUT check-in/turn': ['turn.set', same],
  ...demoCalls,
};

/** Null if the demo cannot answer. */
export function commandOf(method: string, path: string, body: unknown): Command | null {
  const [, place = '', id] = /^(.*?)(?:\/([0-9a-f-]{36}))?$/.exec(path) ?? [];
  const [name, toInput] = calls[`${method} ${place}`] ?? [];
  if (name === undefined || !toInput) return null;
  return { name, input: toInput({ ...Body.parse(body ?? {}), ...(id !== undefined && { id }) }) };
}
