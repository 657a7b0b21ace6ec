import type { ActionId, MeetingId, TopicId, UserId } from '@wentwell/contract/ids';
import type { AdditionId, AdditionKind } from '@wentwell/contract/meetings/catch-up';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { actions } from '#server/features/actions/actions.table';
import { meetings, ofMeeting } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';

/** Stores no times and uses random ids, so that neither reveals when the author was active. */
export const additions = pgTable(
  'catch_up_additions',
  {
    id: uuid().$type<AdditionId>().primaryKey(),
    /** The retro that the author missed. */
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Replaces `userId` in an anonymous meeting. */
    authorHash: text().$type<AuthorHash>(),
    kind: text().$type<AdditionKind>().notNull(),
    topicId: uuid().$type<TopicId>(),
    actionId: uuid()
      .$type<ActionId>()
      .references(() => actions.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The later retro in which it was revealed. */
    revealedIn: uuid()
      .$type<MeetingId>()
      .references(() => meetings.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('catch_up_additions_board').on(table.meetingId),
    index('catch_up_additions_team').on(table.teamId),
    index('catch_up_additions_user').on(table.userId),
    index('catch_up_additions_action').on(table.actionId),
    index('catch_up_additions_revealed').on(table.revealedIn),
  ],
);

/** A condition on additions: not revealed yet. Deleted and canceled meetings do not count as a reveal. */
export const isUnrevealed = sql<boolean>`not exists (select from ${meetings} turned where turned.id = ${additions.revealedIn}
  and turned.deleted_at is null and turned.status <> 'canceled')`;
