// Reactions (docs/retro.md ): one emoji of one person on one note. On a board: `board/reactions.ts`.
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { NoteId } from './ids.ts';
import { limits } from './limits.ts';
import type { Meeting } from './meetings.ts';
import type { Note } from './notes.ts';
import { phaseFacts } from './phases.ts';
import type { TeamContext } from './teams.ts';

const asEmoji = '\u{fe0f}';

// To look at one takes 5 µs, and a file that is imported names few of them thousands of times. There are some thousand.
const found = new Set<string>();

/** A whole one: with skin tones, flags, keycaps, and joined ones. */
function isEmoji(value: string): boolean {
  if (found.has(value)) return true;
  // Inside the function, so that a browser that does not know the flag fails here alone.
  const isWhole = /^\p{RGI_Emoji}$/v.test(value);
  if (isWhole) found.add(value);
  return isWhole;
}

/** Some keyboards leave out the selector by which a character is drawn as an emoji: it is one emoji with and without. */
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

/** How many people reacted with an emoji, and whether the viewer is one of them. */
export const Reaction = z.object({ count: z.number().int().min(1), mine: z.boolean() });
export type Reaction = z.infer<typeof Reaction>;

/** The reactions to each note that has some, by emoji, as ONE person sees them. */
export const Reactions = z.record(NoteId, z.record(z.string(), Reaction));
export type Reactions = z.infer<typeof Reactions>;

type MeetingNow = Pick<Meeting, 'phase' | 'status'>;

export const reactionPolicy = {
  /** React, and take it back. `meeting` has its effective status, by the database's clock. */
  react: (
    who: TeamContext,
    { phase, status }: MeetingNow,
    note: Pick<Note, 'hidden'>,
  ): PolicyResult => {
    if (who.role === null) return 'TEAM_MEMBER_ONLY';
    if (status !== 'live') return 'MEETING_NOT_LIVE';
    if (note.hidden) return 'REACTION_FACE_DOWN';
    return phaseFacts[phase].responds ? 'allowed' : 'REACTIONS_NOT_YET';
  },
} as const;
