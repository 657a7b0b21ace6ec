// docs/api.md A-60: linking and unlinking accounts with the identity provider.
import { OwnSignIn } from '@wentwell/contract/accounts/sign-in';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { ageDatabase } from '#test/age-database';
import { said } from '#test/build-test-app';
import { buildUser } from '#test/factories';

import { auditEntries } from '../admin/audit.table.ts';
import { api, password } from './auth-scene.suite.ts';
import { newPerson, useProviderScene } from './oidc-scene.suite.ts';

const MINUTE = 60_000;

const scene = useProviderScene();

describe('an account with the provider’s address', () => {
  it('is linked by its password, and later opens without it', async () => {
    const { app, calls, accounts, me } = scene();
    const email = await accounts.addPerson();
    const person = newPerson({ email: email.toUpperCase() });
    const { by, token, email: shown } = await calls.untilProof(person);
    expect([by, shown]).toEqual(['password', email]);
    expect(said(await calls.confirm(token, 'Wrong1password'))).toEqual([400, 'LINK_BAD_PASSWORD']);
    // Not linked yet, so the next sign-in asks again.
    expect((await calls.untilProof(person)).by).toBe('password');
    expect((await calls.confirm(token, password)).status).toBe(200);
    const session = await calls.signIn(person);
    expect((await me(session)).email).toBe(email);
    expect(OwnSignIn.parse(await calls.ownSignIn(session)).ways).toEqual(['password', 'provider']);
    const notice = await app.mail.next({ to: email });
    expect(notice.text).toContain('can now be opened with Example Login');
    expect(said(await calls.confirm(token, password))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('is not linked by an address that the provider has not verified', async () => {
    const { calls, accounts } = scene();
    const email = await accounts.addPerson();
    const answer = await calls.comeBackAs(newPerson({ email, email_verified: false }));
    expect(said(answer)).toEqual([403, 'PROVIDER_EMAIL_UNVERIFIED']);
  });

  it('counts its wrong passwords with the login’s', async () => {
    const { calls, accounts } = scene();
    const email = await accounts.addPerson();
    const { token } = await calls.untilProof(newPerson({ email }));
    for (let tries = 0; tries < 5; tries += 1) await calls.confirm(token, `Wrong${tries}password`);
    expect((await calls.confirm(token, 'Wrong6password')).status).toBe(429);
    expect((await accounts.logIn(email)).status).toBe(429);
  });

  it('without a password is linked by a mailed code, within five attempts and 15 minutes', async () => {
    const { app, calls, me } = scene();
    const owner = newPerson();
    const other = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${other.id}`);
    const person = { ...owner, email: other.email };
    const { by, token } = await calls.untilProof(person);
    expect(by).toBe('code');
    const mail = await app.mail.next({ to: other.email });
    const code = /\d{8}/.exec(mail.text)?.[0] ?? '';
    expect(mail.text).toContain('Do not share it');
    for (let tries = 0; tries < 5; tries += 1) {
      expect(said(await calls.confirm(token, '1234'))).toEqual([400, 'LINK_BAD_CODE']);
    }
    expect(said(await calls.confirm(token, code))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);

    const late = await calls.untilProof(person);
    const lateCode = /\d{8}/.exec((await app.mail.next({ to: other.email })).text)?.[0] ?? '';
    await ageDatabase(app, 16 * MINUTE);
    expect(said(await calls.confirm(late.token, lateCode))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);

    const again = await calls.untilProof(person);
    const right = /\d{8}/.exec((await app.mail.next({ to: other.email })).text)?.[0] ?? '';
    const answer = await calls.confirm(again.token, ` ${right.slice(0, 4)} ${right.slice(4)} `);
    expect(answer.status).toBe(200);
    expect((await me(await calls.signIn(person))).id).toBe(other.id);
    // A new holder of the address does not get the account.
    const successor = newPerson({ email: other.email });
    expect(said(await calls.comeBackAs(successor))).toEqual([403, 'PROVIDER_OTHER_IDENTITY']);
  });

  it('is linked once if two people have a code for it', async () => {
    const { app, calls } = scene();
    const user = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${user.id}`);
    const proofs = [];
    for (let n = 0; n < 2; n += 1) {
      const { token } = await calls.untilProof(newPerson({ email: user.email }));
      const code = /\d{8}/.exec((await app.mail.next({ to: user.email })).text)?.[0] ?? '';
      proofs.push({ token, code });
    }
    const [first, second] = proofs;
    expect((await calls.confirm(first?.token ?? '', first?.code ?? '')).status).toBe(200);
    expect(said(await calls.confirm(second?.token ?? '', second?.code ?? ''))).toEqual([
      403,
      'PROVIDER_OTHER_IDENTITY',
    ]);
  });

  it('is sent five codes an hour', async () => {
    const { app, calls } = scene();
    const user = await buildUser(app);
    await app.db.execute(sql`update users set password_hash = 'none' where id = ${user.id}`);
    const person = newPerson({ email: user.email });
    for (let sent = 0; sent < 5; sent += 1) await calls.untilProof(person);
    expect((await calls.comeBackAs(person)).status).toBe(429);
  });
});

describe('refusals', () => {
  it('a proof requested before the account was deleted, even if it is restored', async () => {
    const { app, calls, accounts, me } = scene();
    const email = await accounts.addPerson();
    const { token } = await calls.untilProof(newPerson({ email }));
    const session = await accounts.openSession(email);
    const { id } = await me(session);
    await app.request('DELETE', `${api}/users/${id}`, { token: session, body: { password } });
    const root = await buildUser(app, { isSuperuser: true });
    expect((await app.post(root, `/api/admin/restore/users/${id}`)).status).toBe(200);
    expect(said(await calls.confirm(token, password))).toEqual([400, 'PROVIDER_SIGN_IN_GONE']);
  });

  it('a deactivated account, linked or not, and a deleted one that was linked', async () => {
    const { app, calls, me } = scene();
    const person = newPerson();
    const { id } = await me(await calls.signIn(person));
    await app.db.execute(sql`update users set is_active = false where id = ${id}`);
    expect(said(await calls.comeBackAs(person))).toEqual([403, 'PROVIDER_ACCOUNT_CLOSED']);
    await app.db.execute(
      sql`update users set is_active = true, deleted_at = now() where id = ${id}`,
    );
    expect(said(await calls.comeBackAs(person))).toEqual([403, 'PROVIDER_ACCOUNT_CLOSED']);
    const other = await buildUser(app);
    await app.db.execute(sql`update users set is_active = false where id = ${other.id}`);
    const stranger = newPerson({ email: other.email });
    expect(said(await calls.comeBackAs(stranger))).toEqual([403, 'PROVIDER_ACCOUNT_CLOSED']);
  });

  it('a user who cancels at the provider', async () => {
    const { calls } = scene();
    expect(said(await calls.comeBackAs(null))).toEqual([400, 'PROVIDER_CANCELED']);
  });
});

describe('unlinking', () => {
  it('is for one’s own identities, except the last way in', async () => {
    const { app, calls, accounts, me } = scene();
    const person = newPerson();
    const token = await calls.signIn(person);
    const [identity] = OwnSignIn.parse(await calls.ownSignIn(token)).identities;
    const path = `${api}/me/identities/${identity?.id}`;
    const stranger = await buildUser(app);
    expect((await app.delete(stranger, path)).status).toBe(404);
    expect(said(await app.request('DELETE', path, { token }))).toEqual([409, 'LAST_WAY_IN']);

    await accounts.post('/auth/forgot-password', { email: person.email });
    const reset = await accounts.arrivedToken(person.email);
    await accounts.post('/auth/reset-password', { token: reset, password });
    const session = await accounts.openSession(person.email);
    expect((await app.request('DELETE', path, { token: session })).status).toBe(204);
    expect(await calls.ownSignIn(session)).toEqual({ ways: ['password'], identities: [] });
    expect((await calls.untilProof(person)).by).toBe('password');
    const audited = await app.db.select().from(auditEntries);
    const { id } = await me(session);
    const actions = audited.filter(({ actorId }) => actorId === id).map(({ action }) => action);
    // Both entries may have the same millisecond, so their order in the log is not fixed.
    expect(actions.toSorted()).toEqual(['link_identity', 'unlink_identity']);
  });

  it('an account without a password is deleted after a recent sign-in', async () => {
    const { app, calls, me } = scene();
    const person = newPerson();
    const token = await calls.signIn(person);
    const { id } = await me(token);
    await ageDatabase(app, 11 * MINUTE);
    const late = await app.request('DELETE', `${api}/users/${id}`, { token, body: {} });
    expect(said(late)).toEqual([400, 'OWN_SIGN_IN_NEEDED']);
    const fresh = await calls.signIn(person);
    const answer = await app.request('DELETE', `${api}/users/${id}`, { token: fresh, body: {} });
    expect(answer.status).toBe(204);
  });
});
