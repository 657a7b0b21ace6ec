// Users of a measurement. The first registers and creates the team through the API. The others are inserted into the
// database, because hashing a thousand passwords would take minutes.
import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { SessionToken } from '@wentwell/contract/accounts/sessions';
import pg from 'pg';
import { z } from 'zod';

import { askOk } from './http-client.ts';
import type { Product } from './product.ts';

const Fields = z.record(z.string(), z.unknown());
const Made = z.object({ id: z.string() });

export interface Person {
  email: string;
  token: string;
  /** Simulated network address, for the socket limit per address. */
  address: string;
}

export interface Crew {
  owner: Person;
  /** The owner comes first. */
  people: readonly Person[];
  teamId: string;
}

/** The product as calls and pages use it. */
export type Site = Pick<Product, 'url'>;

const password = 'Tamarind7orchard';

interface Call {
  path: string;
  as?: Person;
  body?: unknown;
}

/** Throws on error responses. Changes have an Idempotency-Key, like those of pages. */
export async function call(
  { url }: Site,
  method: string,
  { path, as, body }: Call,
): Promise<Record<string, unknown>> {
  const text = await askOk({
    method,
    url: `${url}/api/v1${path}`,
    ...(as && { token: as.token }),
    ...(as && method !== 'GET' && { key: randomUUID() }),
    ...(body !== undefined && { body }),
  });
  return text ? Fields.parse(JSON.parse(text)) : {};
}

/** Returns the id of the created entity. */
export async function make(site: Site, options: Call): Promise<string> {
  return Made.parse(await call(site, 'POST', options)).id;
}

function addressOf(index: number): string {
  return `10.0.${index >> 7}.${index & 127}`;
}

async function register(product: Product, email: string): Promise<Person> {
  await call(product, 'POST', { path: '/auth/register', body: { email, password } });
  const { text } = await product.mail.next({ to: email });
  const token = /\/verify\?token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in the email to ${email}`);
  await call(product, 'POST', { path: '/auth/verify', body: { token } });
  const answer = await fetch(`${product.url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token } = SessionToken.parse(await answer.json());
  return { email, token: access_token, address: addressOf(0) };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Inserts copies of the owner's account and session. */
async function copyOwner(database: string, owner: Person, others: readonly Person[]) {
  const client = new pg.Client(database);
  await client.connect();
  const rows = others.map(({ email, token }) => ({
    email,
    hash: hashOf(token),
    user: randomUUID(),
    session: randomUUID(),
  }));
  const people = JSON.stringify(rows);
  const listed = `jsonb_to_recordset($1) as person(email text, hash text, "user" uuid, session uuid)`;
  const likeOwner = (table: string, changes: string, where: string) =>
    client.query(
      `insert into ${table} select (jsonb_populate_record(o, ${changes})).* from ${table} o, ${listed} where ${where}`,
      [people, owner.email],
    );
  const ownerId = '(select id from users where email = $2)';
  const user = `jsonb_build_object('id', person."user", 'email', person.email)`;
  await likeOwner('users', user, 'o.email = $2');
  const session = `jsonb_build_object('id', person.session, 'user_id', person."user")`;
  await likeOwner('sessions', session, `o.user_id = ${ownerId}`);
  await likeOwner(
    'session_tokens',
    `jsonb_build_object('token_hash', person.hash, 'session_id', person.session)`,
    `o.session_id = (select id from sessions where user_id = ${ownerId})`,
  );
  await client.end();
}

interface GatherOptions {
  /** Makes addresses unique per crew. */
  prefix?: string;
  /** Database URL, if the product does not use its embedded one. */
  database?: string;
}

/** Creates a team of `count` users. */
export async function gather(
  product: Product,
  count: number,
  { prefix = '', database }: GatherOptions = {},
): Promise<Crew> {
  const owner = await register(product, `${prefix}owner@example.com`);
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    email: `${prefix}person-${index + 1}@example.com`,
    token: randomBytes(32).toString('base64url'),
    address: addressOf(index + 1),
  }));
  const store = database ?? (await product.databaseUrl());
  if (others.length > 0) await copyOwner(store, owner, others);
  return inNewTeam(product, { owner, people: [owner, ...others] }, store);
}

/** Puts the same users in a new team, because each team is limited to 100 meetings a day. */
export async function inNewTeam(
  product: Product,
  { owner, people }: Pick<Crew, 'owner' | 'people'>,
  database?: string,
): Promise<Crew> {
  const teamId = await make(product, { path: '/teams', as: owner, body: { name: 'Bench' } });
  const client = new pg.Client(database ?? (await product.databaseUrl()));
  await client.connect();
  await client.query(
    `insert into memberships (team_id, user_id, role)
      select $1, id, 'member' from users where email = any($2) and email <> $3`,
    [teamId, people.map(({ email }) => email), owner.email],
  );
  await client.query('vacuum analyze');
  await client.end();
  return { owner, people, teamId };
}

/** Moves the meeting of `path` to the body's phase. */
export function moveTo(site: Site, { path, ...rest }: Call): Promise<unknown> {
  return call(site, 'POST', { path: `${path}/phase/transition`, ...rest });
}

/** Adds notes by all people in turn, to all columns. Returns their ids. */
export async function writeNotes(
  site: Site,
  { owner, people }: Crew,
  { path, count }: { path: string; count: number },
): Promise<string[]> {
  const notes: string[] = [];
  const columns = ['went_well', 'to_improve', 'action'];
  let asked = 0;
  async function fill(): Promise<void> {
    while (asked < count) {
      const n = asked++;
      const content = `Note ${n} of many, about as long as notes are`;
      const note = { content, note_type: columns[n % 3] };
      const as = people[n % people.length] ?? owner;
      notes[n] = await make(site, { path: `${path}/notes`, as, body: note });
    }
  }
  await Promise.all(Array.from({ length: 8 }, fill));
  return notes;
}

/** Creates a live board with `count` notes, in a phase with revealed notes. */
export async function openBoard(
  site: Site,
  crew: Crew,
  count = 0,
): Promise<{ path: string; notes: string[] }> {
  const { owner: as, teamId } = crew;
  const body = { name: 'Sprint 12', team_id: teamId };
  const path = `/meetings/${await make(site, { path: '/meetings', as, body })}`;
  await call(site, 'PUT', { path, as, body: { status: 'live' } });
  await moveTo(site, { path, as, body: { phase: 'grouping' } });
  return { path, notes: await writeNotes(site, crew, { path, count }) };
}
