// Setup of the authorisation matrix: one team with every kind of object, and ten actors.
import { randomUUID } from 'node:crypto';

import { AgreementId } from '@wentwell/contract/board/agreements';
import { ThanksId } from '@wentwell/contract/board/thanks';
import { noDiscussion } from '@wentwell/contract/discussion/discussion-changes';
import {
  ActionId,
  CommentId,
  GroupId,
  InvitationId,
  MeetingId,
  NoteId,
  SessionId,
  TeamId,
  TemplateId,
  UserId,
} from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { AdditionId } from '@wentwell/contract/meetings/catch-up';
import { defaultSettings } from '@wentwell/contract/meetings/meetings';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { sql } from 'drizzle-orm';

import { boardRecords } from '#server/board/board-records.table';
import { actions } from '#server/features/actions/actions.table';
import { agreements } from '#server/features/actions/agreements.table';
import { sessions, sessionTokens } from '#server/features/auth/sessions.table';
import { additions } from '#server/features/catch-up/additions.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import { invitations } from '#server/features/invitations/invitations.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { templates } from '#server/features/templates/templates.table';
import { users } from '#server/features/users/users.table';
import { newId, newTimelessId } from '#server/platform/ids';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { mailTries } from '#server/platform/mail/mail-worker';
import { hashSecret, newSecret } from '#server/platform/secrets';

import type { TestApp, TestUser } from './build-test-app.ts';

/** All actors. */
export const actors = [
  'anonymous',
  'stranger',
  'invited',
  'exMember',
  'member',
  'owner',
  'admin',
  'otherAdmin',
  'superuser',
  'guest',
] as const;
export type Actor = (typeof actors)[number];

/** Part of every text of the team, so that any leak is visible. */
export const canary = 'CANARY-OF-THE-TEAM';

/** People who are targets but never callers. */
type Extra = 'colleague' | 'secondAdmin' | 'deletedUser';

export interface Scene {
  actors: Record<Exclude<Actor, 'anonymous'> | Extra, TestUser>;
  /** The guest of each live meeting by its id; `actors.guest` is that of `meetingId`. */
  guests: Record<MeetingId, TestUser>;
  teamId: TeamId;
  foreignTeamId: TeamId;
  /** Live, in grouping; owned by the owner. */
  meetingId: MeetingId;
  /** Live, in voting, same team; the topic is a note. */
  voting: { meetingId: MeetingId; topicId: NoteId };
  /** Live, in joining, same team. */
  joiningId: MeetingId;
  /** Live, in discussing, same team; the topic is a note and current. The comment is the colleague's. */
  discussing: { meetingId: MeetingId; topicId: NoteId; commentId: CommentId };
  /** Live, in Ready to Close, same team; the thanks are the colleague's. */
  closing: { meetingId: MeetingId; thanksId: ThanksId };
  /** Open, in the team's list, created by the colleague. */
  actionId: ActionId;
  agreementId: AgreementId;
  /** By the colleague, as if absent from the meeting. */
  additionId: AdditionId;
  /** Saved by the colleague. */
  templateId: TemplateId;
  /** Planned, same team. */
  plannedId: MeetingId;
  /** By the colleague, revealed. */
  noteId: NoteId;
  /** A group of two further notes by the colleague. */
  groupId: GroupId;
  groupedIds: [NoteId, NoteId];
  /** Pending, for the invited user, sent by the second admin. */
  invitationId: InvitationId;
  invitationToken: string;
  /** Given up after failures. */
  mailId: string;
  deleted: {
    teams: TeamId;
    meetings: MeetingId;
    notes: NoteId;
    invitations: InvitationId;
    users: UserId;
  };
}

function person(name: string): TestUser {
  const id = newId(UserId);
  return {
    id,
    email: `${name.toLowerCase()}.${id}@example.com`,
    token: newSecret(),
    sessionId: newId(SessionId),
  };
}

/** Fills a database with the setup; several fit into one database. */
export async function buildScene({ db }: Pick<TestApp, 'db'>): Promise<Scene> {
  const actors: Scene['actors'] = {
    stranger: person('stranger'),
    invited: person('invited'),
    exMember: person('exMember'),
    member: person('member'),
    owner: person('owner'),
    admin: person('admin'),
    otherAdmin: person('otherAdmin'),
    superuser: person('superuser'),
    guest: person('guest'),
    colleague: person('colleague'),
    secondAdmin: person('secondAdmin'),
    deletedUser: person('deletedUser'),
  };
  const now = new Date();
  const [teamId, foreignTeamId, deletedTeamId] = [newId(TeamId), newId(TeamId), newId(TeamId)];
  const voting = { meetingId: newId(MeetingId), topicId: newTimelessId(NoteId) };
  const joiningId = newId(MeetingId);
  const discussing = {
    meetingId: newId(MeetingId),
    topicId: newTimelessId(NoteId),
    commentId: newTimelessId(CommentId),
  };
  const closing = { meetingId: newId(MeetingId), thanksId: newId(ThanksId) };
  const actionId = newId(ActionId);
  const agreementId = newId(AgreementId);
  const additionId = newId(AdditionId);
  const templateId = newId(TemplateId);
  const [meetingId, plannedId, deletedMeetingId] = [
    newId(MeetingId),
    newId(MeetingId),
    newId(MeetingId),
  ];
  const [noteId, deletedNoteId] = [newTimelessId(NoteId), newTimelessId(NoteId)];
  const groupId = newTimelessId(GroupId);
  const groupedIds: Scene['groupedIds'] = [newTimelessId(NoteId), newTimelessId(NoteId)];
  const [invitationId, deletedInvitationId] = [newId(InvitationId), newId(InvitationId)];
  const invitationToken = newSecret();

  const guests: Scene['guests'] = { [meetingId]: actors.guest };
  for (const id of [voting.meetingId, discussing.meetingId, closing.meetingId, joiningId]) {
    guests[id] = person('guest');
  }
  const guestOf = new Map(
    Object.entries(guests).map(([id, guest]) => [guest.id, MeetingId.parse(id)]),
  );
  const roles = new Map([
    ...Object.values(guests).map((each) => [each, 'guest'] as const),
    ...Object.entries(actors).map(([name, each]) => [each, name] as const),
  ]);

  await db.insert(users).values(
    [...roles].map(([{ id, email }, name]) => ({
      id,
      email,
      passwordHash: 'none',
      firstName: 'Person',
      lastName: name,
      verifiedAt: now,
      isSuperuser: name === 'superuser',
      deletedAt: name === 'deletedUser' ? now : null,
      guestOf: guestOf.get(id),
      guestState: guestOf.has(id) ? ('admitted' as const) : null,
    })),
  );
  await db.insert(sessions).values(
    [...roles.keys()].map(({ id, sessionId }) => ({
      id: sessionId,
      userId: id,
      expiresAt: new Date(now.getTime() + limits.sessionMaxAge),
    })),
  );
  await db.insert(sessionTokens).values(
    [...roles.keys()].map(({ token, sessionId }) => ({
      tokenHash: hashSecret(token),
      sessionId,
    })),
  );
  await db.insert(teams).values([
    { id: teamId, name: `${canary} team`, description: canary },
    { id: foreignTeamId, name: 'Another team' },
    { id: deletedTeamId, name: `${canary} deleted team`, deletedAt: now },
  ]);
  await db.insert(memberships).values([
    { teamId, userId: actors.admin.id, role: 'admin' },
    { teamId, userId: actors.secondAdmin.id, role: 'admin' },
    { teamId: foreignTeamId, userId: actors.otherAdmin.id, role: 'admin' },
    { teamId: deletedTeamId, userId: actors.admin.id, role: 'admin' },
    { teamId, userId: actors.member.id, role: 'member' },
    { teamId, userId: actors.owner.id, role: 'member' },
    { teamId, userId: actors.colleague.id, role: 'member' },
  ]);
  const meeting = {
    teamId,
    ownerId: actors.owner.id,
    name: `${canary} meeting`,
    settings: { ...defaultSettings, guests: true, check_up: ['Our releases are calm'] },
    epoch: newId(MeetingId),
  };
  await db.insert(meetings).values([
    { ...meeting, id: meetingId, status: 'live', phase: 'grouping', startTime: now },
    { ...meeting, id: voting.meetingId, status: 'live', phase: 'voting', startTime: now },
    {
      ...meeting,
      id: discussing.meetingId,
      status: 'live',
      phase: 'discussing',
      startTime: now,
      discussion: { ...noDiscussion, order: [discussing.topicId], current: discussing.topicId },
    },
    { ...meeting, id: joiningId, status: 'live', phase: 'joining', startTime: now },
    {
      ...meeting,
      id: closing.meetingId,
      status: 'live',
      phase: 'closing_ready',
      startTime: now,
    },
    { ...meeting, id: plannedId, status: 'planned' },
    { ...meeting, id: deletedMeetingId, status: 'planned', deletedAt: now },
  ]);
  const note = {
    meetingId,
    teamId,
    authorId: actors.colleague.id,
    content: `${canary} note`,
    noteType: 'went_well' as const,
    hidden: false,
  };
  await db.insert(notes).values([
    { ...note, id: noteId, position: 1 },
    { ...note, id: voting.topicId, meetingId: voting.meetingId, position: 1 },
    { ...note, id: discussing.topicId, meetingId: discussing.meetingId, position: 1 },
    { ...note, id: deletedNoteId, position: 2, deletedAt: now },
    { ...note, id: groupedIds[0], position: 3, groupId },
    { ...note, id: groupedIds[1], position: 4, groupId },
  ]);
  await db.insert(groups).values({
    meetingId,
    teamId,
    id: groupId,
    title: `${canary} group`,
    titleIsCustom: true,
    columnId: 'went_well',
  });
  await db.insert(actions).values({
    id: actionId,
    teamId,
    text: `${canary} action item`,
    status: 'open',
    meetingsSeen: 0,
    createdBy: actors.colleague.id,
  });
  await db
    .insert(agreements)
    .values({ id: agreementId, teamId, text: `${canary} agreement`, reviewAfter: 3 });
  await db.insert(additions).values({
    id: additionId,
    meetingId,
    teamId,
    userId: actors.colleague.id,
    kind: 'note',
    text: `${canary} addition`,
  });
  await db.insert(templates).values({
    id: templateId,
    teamId,
    name: `${canary} template`,
    columns: defaultColumns,
    settings: {},
    createdBy: actors.colleague.id,
  });
  await db.insert(boardRecords).values({
    meetingId: closing.meetingId,
    teamId,
    type: 'thanks',
    id: closing.thanksId,
    shape: 1,
    body: {
      type: 'thanks',
      id: closing.thanksId,
      user_id: actors.colleague.id,
      to_user_id: actors.owner.id,
      text: `${canary} thanks`,
      place: 1,
    },
  });
  await db.insert(comments).values({
    meetingId: discussing.meetingId,
    teamId,
    id: discussing.commentId,
    noteId: discussing.topicId,
    authorId: actors.colleague.id,
    content: `${canary} comment`,
  });
  const invitation = {
    teamId,
    senderId: actors.secondAdmin.id,
    expiresAt: new Date(now.getTime() + limits.invitationMaxAge),
  };
  await db.insert(invitations).values([
    {
      ...invitation,
      id: invitationId,
      email: actors.invited.email,
      tokenHash: hashSecret(invitationToken),
    },
    {
      ...invitation,
      id: deletedInvitationId,
      email: `gone.${actors.invited.email}`,
      tokenHash: hashSecret(newSecret()),
      deletedAt: now,
    },
  ]);
  const mailId = randomUUID();
  await db.insert(mailOutbox).values({
    id: mailId,
    recipient: 'nobody@example.invalid',
    subject: `${canary} subject`,
    text: canary,
    html: canary,
    attempts: mailTries,
  });
  return {
    actors,
    guests,
    teamId,
    foreignTeamId,
    meetingId,
    voting,
    joiningId,
    discussing,
    closing,
    actionId,
    agreementId,
    additionId,
    templateId,
    plannedId,
    noteId,
    groupId,
    groupedIds,
    invitationId,
    invitationToken,
    mailId,
    deleted: {
      teams: deletedTeamId,
      meetings: deletedMeetingId,
      notes: deletedNoteId,
      invitations: deletedInvitationId,
      users: actors.deletedUser.id,
    },
  };
}

/** All rows of the team and its people as one text: equal before and after a refused call. */
export async function stateOf({ db }: Pick<TestApp, 'db'>, scene: Scene): Promise<string> {
  const ids = Object.values(scene.actors).map(({ id }) => id);
  const found = await db.execute(sql`
    select 'team', t::text from teams t where t.id in (${scene.teamId}, ${scene.foreignTeamId}, ${scene.deleted.teams})
    union all select 'membership', m::text from memberships m where m.team_id = ${scene.teamId}
    union all select 'meeting', m::text from meetings m where m.team_id = ${scene.teamId}
    union all select 'note', n::text from notes n where n.team_id = ${scene.teamId}
    union all select 'group', g::text from groups g where g.meeting_id = ${scene.meetingId}
    union all select 'action', a::text from actions a where a.team_id = ${scene.teamId}
    union all select 'template', p::text from templates p where p.team_id = ${scene.teamId}
    union all select 'invitation', i::text from invitations i where i.team_id = ${scene.teamId}
    union all select 'change', e::text from board_changes e
      where e.meeting_id in (${scene.meetingId}, ${scene.voting.meetingId}, ${scene.discussing.meetingId}, ${scene.joiningId}, ${scene.closing.meetingId})
    union all select 'vote', v::text from votes v where v.meeting_id = ${scene.voting.meetingId}
    union all select 'reaction', r::text from reactions r where r.meeting_id = ${scene.meetingId}
    union all select 'comment', c::text from comments c where c.meeting_id = ${scene.discussing.meetingId}
    union all select 'check-in', c::text from check_ins c
      where c.meeting_id in (${scene.meetingId}, ${scene.discussing.meetingId}, ${scene.joiningId})
    union all select 'record', r::text from board_records r where r.meeting_id = ${scene.closing.meetingId}
    union all select 'turn', t::text from check_in_turns t where t.meeting_id = ${scene.joiningId}
    union all select 'user', u::text from users u where u.id in ${ids}
    order by 1, 2`);
  return JSON.stringify(found.rows);
}
