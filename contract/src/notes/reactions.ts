// Reactions (docs/retro.md ): one emoji of one user on one note. Board commands: `board/reactions.ts`.
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { NoteId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { MeetingNow } from '../meetings/meetings.ts';
import { phaseFacts } from '../phases.ts';
import type { TeamContext } from '../teams/teams.ts';
import type { Note } from './notes.ts';

const asEmoji = '\u{fe0f}';

// A cache: a check takes 5 µs, and an imported file repeats a few emojis thousands of times. Bounded by the few
// thousand emojis.
const found = new Set<string>();

/** Whether the value is one complete emoji, including skin tones, flags, keycaps and joined sequences. */
function isEmoji(value: string): boolean {
  if (found.has(value)) return true;
  // Inside the function, so that a browser without the `v` flag only fails here.
  const isWhole = /^\p{RGI_Emoji}$/v.test(value);
  if (isWhole) found.add(value);
  return isWhole;
}

/** Some keyboards omit the variation selector for emoji. Adding it gives both forms one spelling. */
function withSelector(value: unknown): unknown {
  const isComplete = typeof value !== 'string' || isEmoji(value);
  return !isComplete && isEmoji(value + asEmoji) ? value + asEmoji : value;
}

export const Emoji = z.preprocess(
  withSelector,
  z
    .string()
    .refine(
      (value) => isEmoji(value) && new TextEncoder().encode(value).length <= limits.emojiBytesMax,
      `A reaction is one emoji of at most ${limits.emojiBytesMax} bytes.`,
    ),
);
export type Emoji = z.infer<typeof Emoji>;

/** The number of people who reacted with an emoji, and whether the viewer did. */
export const Reaction = z.object({ count: z.number().int().min(1), mine: z.boolean() });
export type Reaction = z.infer<typeof Reaction>;

/** Reactions by note and emoji, as one viewer sees them. Notes without reactions are omitted. */
export const Reactions = z.record(NoteId, z.record(z.string(), Reaction));
export type Reactions = z.infer<typeof Reactions>;

export const reactionPolicy = {
  react: (
    who: TeamContext,
    { phase, status }: MeetingNow,
    note: Pick<Note, 'hidden'>,
  ): PolicyResult => {
    if (who.role === null) return 'TEAM_MEMBER_ONLY';
    if (status !== 'live') return 'MEETING_NOT_LIVE';
    if (note.hidden) return 'REACTION_FACE_DOWN';
    return phaseFacts[phase].allowsResponses ? 'allowed' : 'REACTIONS_NOT_YET';
  },
} as const;
