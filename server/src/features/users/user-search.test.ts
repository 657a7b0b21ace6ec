import { User } from '@wentwell/contract/accounts/users';
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships, teams } from '#server/features/teams/teams.table';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

import { users } from './users.table.ts';

const path = '/api/v1/users/';
const app = await fileApp();

let made = 0;

/** Adds a user with a unique address. */
function person(name: string, overrides: Parameters<typeof buildUser>[1] = {}): Promise<TestUser> {
  made += 1;
  return buildUser(app, { email: `${name}-${made}@search.example.com`, ...overrides });
}

async function search(as: TestUser, query: Record<string, string> = {}) {
  const answer = await app.get(as, `${path}?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return {
    emails: User.strict()
      .array()
      .parse(answer.body)
      .map(({ email }) => email),
    total: answer.headers.get('X-Total-Count'),
    text: JSON.stringify(answer.body),
  };
}

const sorted = (...people: TestUser[]) => people.map(({ email }) => email).toSorted();

describe('searching for people', () => {
  it('finds everybody in shared teams, including oneself, by address, once', async () => {
    const [ann, bob, cleo] = [await person('ann'), await person('bob'), await person('cleo')];
    await buildTeam(app, { admin: cleo, members: [ann, bob] });
    await buildTeam(app, { admin: ann, members: [bob] });
    const stranger = await person('canary');
    await buildTeam(app, { admin: stranger });
    const found = await search(ann);
    expect(found.emails).toEqual(sorted(ann, bob, cleo));
    expect(found.total).toBe('3');
    expect(found.text).not.toContain('canary');
    expect(found.text).not.toMatch(/password|hash|deleted/i);
  });

  it('has the same answer with and without the slash', async () => {
    const ann = await person('ann');
    await buildTeam(app, { admin: ann });
    for (const address of ['/api/v1/users', '/api/v1/users/', '/api/v1/users?limit=5']) {
      const answer = await app.get(ann, address);
      expect(answer).toMatchObject({ status: 200, body: [{ id: ann.id }] });
      expect(answer.headers.get('X-Total-Count')).toBe('1');
    }
  });

  it('does not reveal accounts: a stranger’s address is answered like an unknown one', async () => {
    const [ann, stranger] = [await person('ann'), await person('stranger')];
    await buildTeam(app, { admin: ann });
    await buildTeam(app, { admin: stranger });
    const known = await search(ann, { email_pattern: stranger.email });
    const unknown = await search(ann, { email_pattern: 'nobody@search.example.com' });
    expect(known).toEqual({ emails: [], total: '0', text: '[]' });
    expect(known).toEqual(unknown);
    // A user without teams finds nobody.
    expect(await search(await person('lonely'))).toEqual(unknown);
  });

  it.each(['left', 'deleted'])('finds nobody through a team that is %s', async (how) => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    const team = await buildTeam(app, { admin: ann, members: [bob] });
    if (how === 'left') await app.db.delete(memberships).where(eq(memberships.userId, bob.id));
    else await app.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, team.id));
    expect((await search(ann)).emails).toEqual(how === 'left' ? [ann.email] : []);
    expect((await search(bob)).emails).toEqual([]);
  });

  it('finds no deleted person, and all others for a superuser', async () => {
    const root = await person('root', { isSuperuser: true });
    const [ann, gone] = [await person('ann'), await person('gone', { deletedAt: new Date() })];
    await buildTeam(app, { admin: ann, members: [gone] });
    expect((await search(ann)).emails).toEqual([ann.email]);
    expect((await search(root, { email_pattern: ann.email })).emails).toEqual([ann.email]);
    expect((await search(root, { email_pattern: gone.email })).emails).toEqual([]);
    const { total } = await search(root, { limit: '1' });
    expect(total).toBe(String(await app.db.$count(users, isNull(users.deletedAt))));
  });

  it('matches any part of the address as plain text, ignoring case', async () => {
    const ann = await person('ann', { email: 'Ann_100%\\x@Search.Example.com' });
    const bob = await person('bob', { email: 'annX100yx@search.example.com' });
    await buildTeam(app, { admin: ann, members: [bob] });
    const find = async (email_pattern: string) => (await search(ann, { email_pattern })).emails;
    const both = sorted(ann, bob);
    expect((await find('SEARCH.example')).toSorted()).toEqual(both);
    expect((await find(' ann ')).toSorted()).toEqual(both);
    expect((await find('')).toSorted()).toEqual(both);
    for (const pattern of ['_', '%', '\\', 'N_1', '100%', '%\\x']) {
      expect(await find(pattern), pattern).toEqual([ann.email]);
    }
    for (const pattern of ['_%', '%%', 'ann%search', "' OR 1=1 --", '*', '^ann', 'ann$', '\\%']) {
      expect(await find(pattern), pattern).toEqual([]);
    }
  });

  it('returns 20 by default and at most 100, paged by skip', async () => {
    const admin = await person('admin');
    const members: TestUser[] = [];
    for (let count = 0; count < 22; count += 1) members.push(await person('many'));
    await buildTeam(app, { admin, members });
    const all = sorted(admin, ...members);
    expect((await search(admin)).emails).toEqual(all.slice(0, 20));
    expect(await search(admin, { skip: '20' })).toMatchObject({
      emails: all.slice(20),
      total: '23',
    });
    expect((await search(admin, { limit: '100' })).emails).toEqual(all);
    expect(await search(admin, { skip: '3', limit: '2', email_pattern: 'many' })).toMatchObject({
      emails: sorted(...members).slice(3, 5),
      total: '22',
    });
  });
});
