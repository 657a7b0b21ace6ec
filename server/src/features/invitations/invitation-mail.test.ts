import { once } from 'node:events';
import { request } from 'node:http';

import { describe, expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { api, buildPeople, invite } from '#test/invitation-scene';

const app = await fileApp({ PUBLIC_URL: 'https://retro.example.org' });

let invited = 0;

/** Returns an unused address. */
function newAddress(): string {
  invited += 1;
  return `guest-${invited}@example.com`;
}

const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const breaks = /[\u0000-\u001f\u007f\u2028\u2029]/;

describe('the email of an invitation', () => {
  it.each([
    ['a header of its own', 'x\r\nBcc: v@evil.test'],
    ['a bare line feed', 'x\nTo: v@evil.test'],
    ['a bare carriage return', 'x\rSubject: y'],
    ['a body of its own', 'x\r\n\r\n<h1>evil</h1>'],
    ['an address in quotes', '"a" <b@evil.test>'],
    ['an encoded word', '=?utf-8?q?a=0d=0aBcc:_v@evil.test?='],
    ['a right-to-left override', '\u202egpj.exe\u2066'],
    ['a line separator', 'x\u2028Bcc: v@evil.test'],
    ['HTML', '<img src=x onerror=1><a href="https://evil.test">'],
    ['an end of the markup', '</title></p><script>alert(1)</script>'],
    ['an emoji cut in two by the length', '👋'.repeat(50)],
    ['a template', '{{7*7}}${7*7}'],
  ])('contains %s in a person’s or a team’s name as one line of text', async (_name, evil) => {
    // Inserted directly, because earlier versions accepted names that are refused now.
    const inviter = await buildUser(app, { firstName: evil, lastName: evil });
    const team = await buildTeam(app, { admin: inviter, name: evil });
    const at = `${api}/teams/${team.id}/invitations`;
    const to = newAddress();
    const { mail, token } = await invite(app, at, { as: inviter, to });

    expect(mail.recipients).toEqual([to]);
    expect(mail.from).toBe('wentwell@example.com');
    expect(
      [...mail.headers.keys()].filter((name) => /^(b?cc|reply-to|sender)$/.test(name)),
    ).toEqual([]);
    expect(mail.headers.get('to')).toBe(to);
    expect(mail.subject).not.toMatch(breaks);
    expect(mail.subject.length).toBeLessThanOrEqual(200);
    expect(mail.subject.isWellFormed()).toBe(true);
    expect(mail.subject + mail.text + mail.html).not.toMatch(bidi);
    expect(mail.html).not.toMatch(/<(img|script|h1>evil)|<a href="https:\/\/evil/);
    expect(mail.html.match(/<a /g)).toHaveLength(2);
    // The email contains no other link.
    const link = `https://retro.example.org/invitations/${token}`;
    expect(mail.html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`, `href="${link}"`]);
    expect(mail.text.split('\n')).toContain(link);
    // Mail programs must not find a link in a name either.
    expect(mail.subject + mail.text + mail.html).not.toMatch(/evil\.test/);
  });

  it('names its sender by name and address', async () => {
    const inviter = await buildUser(app, { firstName: 'Ada', lastName: 'Lovelace' });
    const team = await buildTeam(app, { admin: inviter });
    const at = `${api}/teams/${team.id}/invitations`;
    const { mail } = await invite(app, at, { as: inviter, to: newAddress() });
    expect(mail.subject).toBe('Ada Lovelace invited you to the team Rocket on Wentwell');
    expect(mail.text).toContain(`Ada Lovelace (${inviter.email}) invited you`);
  });

  it.each(['evil.example/x', 'https://evil.test', 'www.evil', 'call evil.com', 'robin@evil.test'])(
    'cannot carry %s: such a name of a person or a team is refused at its field',
    async (evil) => {
      const admin = await buildUser(app);
      const team = await buildTeam(app, { admin });
      for (const [method, path, body, field, label] of [
        ['PATCH', '/users/me', { first_name: evil }, 'first_name', 'First name'],
        ['PATCH', '/users/me', { last_name: evil }, 'last_name', 'Last name'],
        ['POST', '/teams', { name: evil }, 'name', 'A team name'],
        ['PUT', `/teams/${team.id}`, { name: evil }, 'name', 'A team name'],
      ] as const) {
        const answer = await app.request(method, api + path, { as: admin, body });
        expect(answer.status).toBe(422);
        expect(answer.problem?.errors?.[0]).toMatchObject({
          loc: ['body', field],
          msg: `${label} cannot contain a link or an email address`,
        });
      }
      const register = { email: newAddress(), password: 'Correct1 horse', first_name: evil };
      const answer = await app.request('POST', `${api}/auth/register`, { body: register });
      expect(answer.problem?.errors?.[0]?.loc).toEqual(['body', 'first_name']);
    },
  );

  it('refuses a name of 5,000 characters, and shortens a stored one', async () => {
    const long = 'x'.repeat(5000);
    const admin = await buildUser(app, { firstName: long, lastName: long });
    const team = await buildTeam(app, { admin, name: long });
    for (const [method, path, body, field] of [
      ['PATCH', '/users/me', { first_name: long }, 'first_name'],
      ['PATCH', '/users/me', { last_name: long }, 'last_name'],
      ['POST', '/teams', { name: long }, 'name'],
      ['PUT', `/teams/${team.id}`, { name: long }, 'name'],
      ['PUT', `/teams/${team.id}`, { description: long }, 'description'],
    ] as const) {
      const answer = await app.request(method, api + path, { as: admin, body });
      expect(answer.status).toBe(422);
      expect(answer.problem?.errors?.[0]?.loc).toEqual(['body', field]);
    }
    const to = newAddress();
    const { mail } = await invite(app, `${api}/teams/${team.id}/invitations`, { as: admin, to });
    expect(mail.recipients).toEqual([to]);
    expect(mail.subject).toHaveLength(200);
  });

  it('links to PUBLIC_URL, whatever host the request names', async () => {
    const { admin, invitationsPath } = await buildPeople(app);
    const to = newAddress();
    // Uses `request`, because `fetch` may override the Host header.
    const { hostname, port } = new URL(app.url);
    const sent = request({ hostname, port, path: invitationsPath, method: 'POST' });
    for (const [name, value] of Object.entries({
      Host: 'evil.test',
      'X-Forwarded-Host': 'evil.test',
      'X-Forwarded-Proto': 'http',
      Forwarded: 'host=evil.test;proto=http',
      Origin: 'https://evil.test',
      Referer: 'https://evil.test/',
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
    })) {
      sent.setHeader(name, value);
    }
    sent.end(JSON.stringify({ invited_user_email: to }));
    const [answer] = await once(sent, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(201);
    const mail = await app.mail.next({ to });
    expect(mail.links.join(' ')).toMatch(
      /^https:\/\/retro\.example\.org\/invitations\/[\w-]{43} https:\/\/retro\.example\.org$/,
    );
    expect(mail.subject + mail.text + mail.html).not.toContain('evil.test');
  });
});
