// People who take part in a measurement: registered, verified and in one team by the calls that everybody uses.
import { SessionToken } from '@wentwell/contract/sessions';
import { z } from 'zod';

import type { Product } from './product.ts';

const Fields = z.record(z.string(), z.unknown());
const Made = z.object({ id: z.string() });

export interface Person {
  email: string;
  token: string;
}

export interface Crew {
  owner: Person;
  people: readonly Person[];
  teamId: string;
}

const password = 'Tamarind7orchard';

interface Call {
  path: string;
  as?: Person;
  body?: unknown;
}

/** Throws where the product refuses the call. */
export async function call(
  { url }: Pick<Product, 'url'>,
  method: string,
  { path, as, body }: Call,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text ? Fields.parse(JSON.parse(text)) : {};
}

/** Returns the id of what the call made. */
export async function make(product: Product, options: Call): Promise<string> {
  return Made.parse(await call(product, 'POST', options)).id;
}

async function verificationToken({ mail }: Product, email: string): Promise<string> {
  const { text } = await mail.next({ to: email });
  const token = /\/verify\?token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in the email to ${email}`);
  return token;
}

async function join(product: Product, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  await call(product, 'POST', { path: '/auth/register', body: { email, password } });
  const token = await verificationToken(product, email);
  await call(product, 'POST', { path: '/auth/verify', body: { token } });
  const answer = await fetch(`${product.url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  return { email, token: SessionToken.parse(await answer.json()).access_token };
}

/** Registers `count` people in one team, which the first of them makes. The prefix tells two crews apart. */
export async function gather(product: Product, count: number, prefix = ''): Promise<Crew> {
  const owner = await join(product, `${prefix}owner`);
  const teamId = await make(product, { path: '/teams', as: owner, body: { name: 'Bench' } });
  const people = [owner];
  for (let n = 1; n < count; n += 1) {
    const person = await join(product, `${prefix}person-${n}`);
    const path = `/teams/${teamId}/invitations`;
    const body = { invited_user_email: person.email };
    const invitation = await make(product, { path, as: owner, body });
    await call(product, 'POST', {
      path: `/me/team-invitations/${invitation}/respond`,
      as: person,
      body: { status: 'accepted' },
    });
    people.push(person);
  }
  return { owner, people, teamId };
}
