// Screens: a board that is shown without an account, by a link that can be revoked (docs/retro.md ).
import { z } from 'zod';

import { Board } from './board.ts';
import type { PolicyResult } from './errors.ts';
import { MeetingId, UserId } from './ids.ts';
import type { PresenceEntry } from './live.ts';
import { type LedMeeting, meetingPolicy } from './meetings.ts';
import { RecordedBoard } from './recorded-board.ts';
import type { TeamContext } from './teams.ts';
import { Timestamp } from './text.ts';

/** The secret of a screen's or guests' link: 256 random bits. */
export const LinkSecret = z.string().regex(/^[\w-]{43}$/, 'This is no such link.');

/** The link without its secret, which is stored only as a hash. */
export const SpectatorLink = z.object({
  created_at: Timestamp,
  /** Null where their account is gone. */
  created_by: UserId.nullable(),
});
export type SpectatorLink = z.infer<typeof SpectatorLink>;

/** GET /meetings/{id}/spectator-link */
export const SpectatorLinkState = z.object({ link: SpectatorLink.nullable() });
export type SpectatorLinkState = z.infer<typeof SpectatorLinkState>;

/** POST /meetings/{id}/spectator-link: the one time that the secret is told. The page's address is `/watch#{secret}`. */
export const NewSpectatorLink = SpectatorLink.extend({ secret: LinkSecret });
export type NewSpectatorLink = z.infer<typeof NewSpectatorLink>;

/** POST /spectator/session: the secret travels in a body alone, so that no log and no Referer has it. */
export const SpectatorEntry = z
  .object({ secret: LinkSecret })
  .meta({ examples: [{ secret: 'q6Yk0Zy3kqX2oM1m9c4uVbJrT8eWfLhS5aDgPnRxE7Q' }] });
export type SpectatorEntry = z.infer<typeof SpectatorEntry>;

/** The bearer token by which a screen reads its one board, until `expires_at`; the secret gives another one. */
export const SpectatorSession = z.object({
  meeting_id: MeetingId,
  access_token: z.string(),
  expires_at: Timestamp,
});
export type SpectatorSession = z.infer<typeof SpectatorSession>;

/** Somebody whom a note or an action item names, whether or not they have ever opened the meeting. */
export const ScreenName = z.object({ user_id: UserId, name: z.string() });
export type ScreenName = z.infer<typeof ScreenName>;

/** GET /spectator/board: the board as nobody in particular sees it. */
export const SpectatorBoard = Board.omit({ you: true }).extend({
  names: z.array(ScreenName).default([]),
});
export type SpectatorBoard = z.infer<typeof SpectatorBoard>;

/** GET /spectator/records: the same as records. */
export const SpectatorRecords = RecordedBoard.omit({
  you: true,
  own_scores: true,
  live_ticket: true,
}).extend({ names: z.array(ScreenName) });
export type SpectatorRecords = z.infer<typeof SpectatorRecords>;

/** Nobody's address leaves for a screen or a guest, neither as such nor in place of a name. */
export function presenceForScreens({ email, userName, ...entry }: PresenceEntry): PresenceEntry {
  return { ...entry, userName: userName === email ? 'Participant' : userName, email: '' };
}

/** The same for the name of an account. */
export function nameForScreens({ full_name }: { full_name: string }): string {
  return full_name || 'Participant';
}

/** Whom a board names, on its notes and action items. */
export function namedOn({ notes, actions }: Pick<Board, 'notes' | 'actions'>): Set<UserId> {
  const ids = [
    ...notes.map(({ author_id }) => author_id),
    ...actions.map(({ assignee_id }) => assignee_id),
  ];
  return new Set(ids.flatMap((id) => id ?? []));
}

export const spectatorPolicy = {
  /** The links of screens and guests, and the guests: allowed to all who may finish and delete the meeting. */
  manage: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    meetingPolicy.change(who, meeting),
} as const;
