// Responses and database work do not reveal which addresses have accounts.
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { type Answer, fileApp } from '#test/build-test-app';
import { manualClock } from '#test/manual-clock';

import { authCalls, newAddress } from './auth-scene.suite.ts';

const app = await fileApp({}, { clock: manualClock(new Date()) });

const { post, logIn, register, addPerson } = authCalls(app);

// Triggers log every written row, even if it is deleted before the commit.
beforeAll(async () => {
  await app.db.execute(sql`create table work_done (what text)`);
  await app.db.execute(sql`create function note_work() returns trigger language plpgsql as $$
    begin insert into work_done values (tg_table_name || ' ' || tg_op); return null; end $$`);
  for (const table of ['mail_outbox', 'login_failures']) {
    await app.db.execute(
      sql.raw(`create trigger note_work after insert on ${table} execute function note_work()`),
    );
  }
});
beforeEach(() => app.db.execute(sql`truncate work_done`));

async function workDone(): Promise<unknown[]> {
  const { rows } = await app.db.execute(sql`delete from work_done returning what`);
  return rows.map(({ what }) => what);
}

/** The observable part of a response, without parts that always differ. */
function visible({ status, headers, body }: Answer) {
  const names = [...headers].map(([name, value]) =>
    ['date', 'x-request-id'].includes(name) ? name : `${name}: ${value}`,
  );
  const words = JSON.stringify(body).replace(/"request_id":"[^"]*"/, '');
  return { status, names, words };
}

async function deletedPerson(): Promise<string> {
  const email = await addPerson();
  await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, email));
  return email;
}

async function inactivePerson(): Promise<string> {
  const email = await addPerson();
  await app.db.update(users).set({ isActive: false }).where(eq(users.email, email));
  return email;
}

const strangers = { unknown: newAddress, deleted: deletedPerson, inactive: inactivePerson };
const calls = {
  'a wrong password': (email: string) => logIn(email, 'Wrong1password'),
  'a forgotten password': (email: string) => post('/auth/forgot-password', { email }),
  'another verification link': (email: string) => post('/auth/resend-verification', { email }),
};
const pairs = Object.keys(calls).flatMap((call) =>
  Object.keys(strangers).map((who) => [call, who] as const),
);

describe('A-56: known and unknown addresses', () => {
  it.each(pairs)(
    '%s is answered alike for an account and for an address that is %s',
    async (what, who) => {
      const call = calls[what as keyof typeof calls];
      const known =
        what === 'another verification link' ? (await register()).email : await addPerson();
      const stranger = await strangers[who as keyof typeof strangers]();
      await workDone();

      const answer = await call(known);
      const work = await workDone();
      expect(visible(await call(stranger))).toEqual(visible(answer));
      expect(work.length).toBeGreaterThan(0);
      expect(await workDone()).toEqual(work);
    },
  );

  it.each(['unknown', 'deleted', 'inactive'] as const)(
    'the sixth wrong password is answered the same to an account and to one that is %s',
    async (who) => {
      const [known, stranger] = [await addPerson(), await strangers[who]()];
      const sixth = async (email: string) => {
        for (let tries = 0; tries < 5; tries += 1) await logIn(email, 'Wrong1password');
        return visible(await logIn(email, 'Wrong1password'));
      };
      expect(await sixth(stranger)).toEqual(await sixth(known));
    },
  );

  it('a withdrawn email is never sent', async () => {
    const unknown = newAddress();
    await post('/auth/forgot-password', { email: unknown });
    // A later email has arrived, so this one was never sent.
    await register();
    const reached = app.mail.all.flatMap(({ recipients }) => recipients);
    expect(reached).not.toContain(unknown);
  });
});
