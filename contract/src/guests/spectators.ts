// Screens show a board without an account, by a revocable link (docs/retro.md ).
import { z } from 'zod';

import { PersonColor } from '../accounts/person-colors.ts';
import { RecordedBoard } from '../board/recorded-board.ts';
import { Board } from '../board/snapshot.ts';
import type { PolicyResult } from '../errors.ts';
import { MeetingId, UserId } from '../ids.ts';
import type { PresenceEntry } from '../live/live.ts';
import { type LedMeeting, meetingPolicy } from '../meetings/meetings.ts';
import type { TeamContext } from '../teams/teams.ts';
import { Timestamp } from '../text/text.ts';

/** The secret of a screen or guest link: 256 random bits. */
export const LinkSecret = z.string().regex(/^[\w-]{43}$/, 'This link is not valid.');

/** The link without its secret. Only the secret's hash is stored. */
export const SpectatorLink = z.object({
  created_at: Timestamp,
  /** Null if the account was erased. */
  created_by: UserId.nullable(),
});
export type SpectatorLink = z.infer<typeof SpectatorLink>;

/** GET /meetings/{id}/spectator-link */
export const SpectatorLinkState = z.object({ link: SpectatorLink.nullable() });
export type SpectatorLinkState = z.infer<typeof SpectatorLinkState>;

/** POST /meetings/{id}/spectator-link: the only response with the secret. The page's address is `/watch#{secret}`. */
export const NewSpectatorLink = SpectatorLink.extend({ secret: LinkSecret });
export type NewSpectatorLink = z.infer<typeof NewSpectatorLink>;

/** POST /spectator/session. The secret is sent only in a body, so that no log or Referer contains it. */
export const SpectatorEntry = z
  .object({ secret: LinkSecret })
  .meta({ examples: [{ secret: 'q6Yk0Zy3kqX2oM1m9c4uVbJrT8eWfLhS5aDgPnRxE7Q' }] });

/** A bearer token that reads one board until `expires_at`. The secret can be exchanged for another. */
export const SpectatorSession = z.object({
  meeting_id: MeetingId,
  access_token: z.string(),
  expires_at: Timestamp,
});
export type SpectatorSession = z.infer<typeof SpectatorSession>;

/** A person who is present, named by a note or action item, or listed as missing. */
export const ScreenName = z.object({ user_id: UserId, name: z.string(), color: PersonColor });
export type ScreenName = z.infer<typeof ScreenName>;

/** GET /spectator/board: only the public views. */
export const SpectatorBoard = Board.omit({ you: true }).extend({
  names: z.array(ScreenName).default([]),
});
export type SpectatorBoard = z.infer<typeof SpectatorBoard>;

/** If more members are missing, a screen receives only their number. */
export const missingMax = 6;

/** Active members who are not present in joining. */
export const MissingMembers = z.object({
  count: z.int().nonnegative(),
  /** Empty if there are more than `missingMax`. */
  ids: z.array(UserId).max(missingMax),
});
export type MissingMembers = z.infer<typeof MissingMembers>;
export const noneMissing: MissingMembers = { count: 0, ids: [] };

/** GET /spectator/records: the same as records, and who is missing. */
export const SpectatorRecords = RecordedBoard.omit({
  you: true,
  own_scores: true,
  live_ticket: true,
}).extend({
  names: z.array(ScreenName),
  missing: MissingMembers.default(noneMissing),
});
export type SpectatorRecords = z.infer<typeof SpectatorRecords>;

/** Removes email addresses for screens and guests, including addresses that replace a missing name. */
export function presenceForScreens({ email, userName, ...entry }: PresenceEntry): PresenceEntry {
  return { ...entry, userName: userName === email ? 'Participant' : userName, email: '' };
}

/** The same for an account's name. */
export function nameForScreens({ full_name }: { full_name: string }): string {
  return full_name || 'Participant';
}

export function namedOn({ notes, actions }: Pick<Board, 'notes' | 'actions'>): Set<UserId> {
  const ids = [
    ...notes.map(({ author_id }) => author_id),
    ...actions.map(({ assignee_id }) => assignee_id),
  ];
  return new Set(ids.flatMap((id) => id ?? []));
}

export const spectatorPolicy = {
  /** Managing screen links, guest links and guests: allowed to all who may change the meeting. */
  manage: (who: TeamContext, meeting: LedMeeting): PolicyResult =>
    meetingPolicy.change(who, meeting),
} as const;
