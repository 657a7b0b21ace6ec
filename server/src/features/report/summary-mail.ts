// Mails the summary to participants who are still in the team (docs/retro.md ).
import { type Action, unassignedLabel } from '@wentwell/contract/actions/actions';
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import {
  agreedFacts,
  countText,
  type MeetingReport,
  meetingReport,
  type ReportTopic,
  whenText,
} from '@wentwell/contract/report/meeting-report';
import { SummaryMail, summarySubject } from '@wentwell/contract/report/summary-mail';
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core';

import { actions } from '#server/features/actions/actions.table';
import { comments } from '#server/features/comments/comments.table';
import {
  accessMeeting,
  type MeetingAccess,
  summaryPolicyOf,
} from '#server/features/meetings/meeting-access';
import { meetings, settingsOf } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { authorizeOnBoard } from '#server/features/teams/team-access';
import { memberships } from '#server/features/teams/teams.table';
import { isActiveAccount, users } from '#server/features/users/users.table';
import { votes } from '#server/features/votes/votes.table';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';
import {
  type Email,
  type MailList,
  nameInMail,
  type QueueEmail,
} from '#server/platform/mail/email';
import { takeQuota } from '#server/platform/quotas';

import type { ReportSource } from './report.ts';

// The email's link contains only the meeting id. Opening it requires a login.

const listMax = 20;
const notDiscussedMax = 5;
const lineMax = 200;

/** First line of a user's text, without links, which mail programs would make clickable. */
function line(text: string): string {
  const [first = ''] = text.trim().split('\n', 1);
  const words = nameInMail(first);
  return words.length > lineMax ? `${words.slice(0, lineMax).toWellFormed()}…` : words;
}

function part(heading: string, lines: readonly string[], max = listMax): MailList[] {
  const more = lines.length - max;
  const rest = more > 0 ? `… and ${more} more in the report` : undefined;
  return lines.length === 0 ? [] : [{ heading, items: lines.slice(0, max), rest }];
}

function actionLine(action: Action, owner: readonly string[] = []): string {
  const facts = [...owner, ...agreedFacts(action, 'UTC')];
  return facts.length === 0 ? line(action.text) : `${line(action.text)} (${facts.join(', ')})`;
}

interface Recipient {
  id: UserId;
  email: string;
}

/** The recipient's own open action items come first. */
function summaryEmail(summary: {
  to: Recipient;
  report: MeetingReport;
  teamName: string;
  sender: string;
  nameOf: (userId: UserId) => string;
}): Email {
  const { to, report, nameOf } = summary;
  const { meeting, topics, notDiscussed, actions, wasDiscussed } = report;
  const name = nameInMail(meeting.name);
  const teamName = nameInMail(summary.teamName);
  const whom = `those in the team “${teamName}”${meeting.settings.anonymous ? '' : ' who took part'}`;
  const facts = [teamName, whenText(meeting, 'UTC')].filter((fact) => fact !== '');
  const titles = (some: readonly ReportTopic[]): string[] => some.map(({ title }) => line(title));
  const isOwn = ({ assignee_id, status }: Action) => assignee_id === to.id && status === 'open';
  const own = actions.filter(isOwn);
  const others = actions
    .filter((action) => !isOwn(action))
    .map((action) => {
      const { assignee_id: owner } = action;
      return actionLine(action, [owner === null ? unassignedLabel : nameInMail(nameOf(owner))]);
    });
  return {
    to: to.email,
    kind: 'summary',
    subject: summarySubject(name),
    title: name,
    paragraphs: [
      ...own.slice(0, listMax).map((action) => `Yours: ${actionLine(action)}`),
      facts.join(' · '),
      [
        countText(report.notes, 'note'),
        countText(report.comments, 'comment'),
        countText(report.votes, 'vote'),
        countText(actions.length, 'action item'),
      ].join(', '),
      ...part(own.length > 0 ? 'Other action items' : 'Action items', others),
      ...part(wasDiscussed ? 'Discussed' : 'Topics', titles(topics)),
      ...part('Not discussed', titles(notDiscussed), notDiscussedMax),
    ],
    button: { label: 'Open the report', path: `/meetings/${meeting.id}` },
    reason: `${nameInMail(summary.sender)} sent the summary of this meeting to ${whom}.`,
  };
}

interface SummaryMailDeps {
  db: Database;
  receipts: ReceiptBook;
  reportOf(caller: Caller, meetingId: MeetingId): Promise<ReportSource>;
  queueEmail: QueueEmail;
}

/** Selects users with stored data in the meeting. */
function selectParticipants(queries: Queries, meetingId: MeetingId) {
  const people = (
    table: typeof notes | typeof comments | typeof votes | typeof reactions | typeof actions,
    person: AnyPgColumn,
    which?: SQL,
  ) =>
    queries
      .select({ id: sql<UserId>`${person}` })
      .from(table)
      .where(and(eq(table.meetingId, meetingId), isNotNull(person), which));
  return union(
    queries
      .select({ id: sql<UserId>`${meetings.ownerId}` })
      .from(meetings)
      .where(eq(meetings.id, meetingId)),
    people(notes, notes.authorId),
    people(comments, comments.authorId),
    people(votes, votes.userId),
    people(reactions, reactions.userId),
    people(actions, actions.assigneeId, isNull(actions.deletedAt)),
  );
}

/** Sorted by id. Excludes former members and inactive accounts. */
function findRecipients(
  queries: Queries,
  { meeting }: Pick<MeetingAccess, 'meeting'>,
): Promise<Recipient[]> {
  // The recipients must not reveal the participants of an anonymous meeting, so the whole team gets the mail.
  const isAnonymous = settingsOf(meeting).anonymous;
  return queries
    .select({ id: users.id, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.teamId, meeting.teamId),
        isActiveAccount,
        isAnonymous ? undefined : inArray(users.id, selectParticipants(queries, meeting.id)),
      ),
    )
    .orderBy(asc(users.id))
    .execute();
}

function mailAnswer(recipients: readonly Recipient[]): Answer<SummaryMail> {
  return { status: 202, body: { recipients: recipients.map(({ id }) => id) } };
}

export function summaryMailRoutes(api: Api, deps: SummaryMailDeps): void {
  const { db, receipts, reportOf, queueEmail } = deps;

  async function access(queries: Queries, caller: Caller, meetingId: MeetingId) {
    const found = await accessMeeting(queries, caller, meetingId);
    authorize(summaryPolicyOf(found)(found.teamContext));
    return found;
  }

  const { answer, change } = callsOf(api, 'Meetings');

  answer('GET /meetings/:meetingId/summary-mail', {
    operationId: 'getSummaryMailRecipients',
    summary: 'List the summary’s recipients',
    description:
      'For leads and team admins, after the end: participants still in the team; for an ' +
      'anonymous meeting the whole team.',
    config: { requestCost: 2 },
    answers: { 200: SummaryMail },
    refuses: [403, 409],
    async run({ caller, params: { meetingId } }) {
      const found = await findRecipients(db, await access(db, caller, meetingId));
      return { recipients: found.map(({ id }) => id) };
    },
  });

  change('POST /meetings/:meetingId/summary-mail', {
    operationId: 'sendSummaryMail',
    summary: 'Send the summary',
    description:
      'By a lead or a team admin, after the end, once a day: an email to the recipients of `GET ' +
      '…/summary-mail`.',
    config: { requestCost: 10, hasBoardSeq: false },
    answers: { 202: SummaryMail },
    async run({ command, params: { meetingId } }) {
      // Read outside the transaction below. An ended meeting no longer changes.
      const source = await reportOf(command, meetingId);
      const report = meetingReport(source.board, titleOfTopic);
      return receipts.once(command, {
        async again(tx) {
          return mailAnswer(await findRecipients(tx, await accessMeeting(tx, command, meetingId)));
        },
        load: (tx: Tx) => access(tx, command, meetingId),
        async work(tx, found) {
          authorizeOnBoard(tx, { caller: command, access: found }, summaryPolicyOf(found));
          await takeQuota(tx, {
            name: `summary mail ${meetingId}`,
            perDay: 1,
            refusal: 'SUMMARY_MAIL_TODAY',
          });
          const recipients = await findRecipients(tx, found);
          const words = { ...source, report, sender: source.nameOf(command.userId) };
          const emails = recipients.map((to) => summaryEmail({ ...words, to }));
          await queueEmail(tx, ...emails);
          return mailAnswer(recipients);
        },
      });
    },
  });
}
