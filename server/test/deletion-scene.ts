// Setup of deletion tests: one object of each deletable kind, each with a unique word to search for.
import { DeletedKind, type DeletedKind as Kind } from '@wentwell/contract/admin/admin';
import { Note } from '@wentwell/contract/notes/notes';

import type { TestApp, TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import { api, invite } from './invitation-scene.ts';
import { storedRows } from './stored-rows.ts';

/** The words by kind. */
export const canaries: Record<Kind, string> = {
  invitations: 'canary-guest@example.com',
  meetings: 'Canary-Meeting',
  notes: 'canary text of a note',
  teams: 'Canary-Team',
  users: 'canary-person@example.com',
};

export type DeletionScene = Awaited<ReturnType<typeof buildDeletionScene>>;

/** A team with a live meeting, a note and an invitation, all by its one member. */
export async function buildDeletionScene(app: TestApp) {
  const root = await buildUser(app, { isSuperuser: true });
  const admin = await buildUser(app);
  const member = await buildUser(app, { email: canaries.users, firstName: 'Canaryna' });
  const team = await buildTeam(app, { admin, members: [member], name: canaries.teams });
  const meeting = await buildMeeting(app, {
    owner: admin,
    team,
    phase: 'grouping',
    name: canaries.meetings,
  });
  const board = `${api}/meetings/${meeting.id}`;
  const body = { content: canaries.notes, note_type: 'went_well' };
  const note = Note.parse((await app.post(member, `${board}/notes`, body)).body);
  const { invitation, link, accept, token } = await invite(
    app,
    `${api}/teams/${team.id}/invitations`,
    { as: member, to: canaries.invitations },
  );
  const ids: Record<Kind, string> = {
    invitations: invitation.id,
    meetings: meeting.id,
    notes: note.id,
    teams: team.id,
    users: member.id,
  };
  /** The deleting calls and their callers. */
  const deletions: Record<Kind, [path: string, as: TestUser]> = {
    invitations: [`${api}/teams/${team.id}/invitations/${invitation.id}`, admin],
    meetings: [board, admin],
    notes: [`${board}/notes/${note.id}`, member],
    teams: [`${api}/teams/${team.id}`, admin],
    users: [`${api}/users/${member.id}`, root],
  };
  return { root, admin, member, team, meeting, note, board, link, accept, token, ids, deletions };
}

/** Deletes one object by its call. */
export async function softDelete(app: TestApp, scene: DeletionScene, kind: Kind): Promise<void> {
  const [path, as] = scene.deletions[kind];
  const { status } = await app.delete(as, path);
  if (status !== 204) throw new Error(`deleting ${kind} answered ${status}`);
}

/** The contract's kinds in order, for test tables. */
export const kinds = DeletedKind.options;

/** Every row of every table as text, prefixed by the table's name. */
export async function dumpRows(app: TestApp): Promise<string[]> {
  return (await storedRows(app)).map(({ table, text }) => `${table}: ${text}`);
}

/** The whole database as text, for searching. */
export async function dumpDatabase(app: TestApp): Promise<string> {
  return (await dumpRows(app)).join('\n');
}

/** For comparisons: without what changes beside requests, such as a session's last use. */
export async function stateOf(app: TestApp): Promise<string[]> {
  const rows = await dumpRows(app);
  return rows.filter((row) => !/^(sessions|mail_outbox):/.test(row)).toSorted();
}
