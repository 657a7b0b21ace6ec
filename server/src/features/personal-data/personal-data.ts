// Export of the caller's own data as one file. Streamed, because years of texts would block the node.
import { Readable } from 'node:stream';

import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { eq } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { toUser, users } from '#server/features/users/users.table';
import type { Clock } from '#server/platform/clock';
import { notFound } from '#server/platform/http/api-error';
import { asFile } from '#server/platform/http/attachment';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { readableRows } from '#server/platform/http/list-answer';
import { inTurns } from '#server/platform/http/request-limits';

import { personalLists, type PersonalListsDeps } from './personal-lists.ts';

interface PersonalDataDeps extends PersonalListsDeps {
  clock: Clock;
  log: Pick<BaseLogger, 'error'>;
}

/** Minimum characters per chunk. Most files fit into one. */
const partLength = 100_000;

const { account: Account, exported_at: ExportedAt, ...listSchemas } = PersonalData.shape;
const Head = z.object({ exported_at: ExportedAt, account: Account });

// OpenAPI describes the body as an object. The server streams it.
const exported: z.ZodType<PersonalData | Readable> = PersonalData;

export function personalDataRoutes(api: Api, { clock, log, ...deps }: PersonalDataDeps): void {
  async function head({ userId }: Caller): Promise<string> {
    const [person = notFound()] = await deps.db.select().from(users).where(eq(users.id, userId));
    const account = {
      ...toUser(person),
      theme: person.theme,
      created_at: person.createdAt.toISOString(),
    };
    const text = JSON.stringify(Head.parse({ exported_at: clock.now().toISOString(), account }));
    // Drop the closing brace, because the lists follow.
    return text.slice(0, -1);
  }

  /** Drops fields that are not in the schema. Skips and logs invalid rows. */
  async function* listText(
    element: z.ZodType,
    list: AsyncIterable<readonly unknown[]>,
  ): AsyncGenerator<string> {
    let separator = '';
    for await (const rows of list) {
      const read = readableRows(rows, (row) => element.parse(row), log);
      if (read.length === 0) continue;
      yield separator + read.map((each) => JSON.stringify(each)).join(',');
      separator = ',';
    }
  }

  async function* fileText(caller: Caller): AsyncGenerator<string> {
    yield await head(caller);
    const lists = new Map(Object.entries(personalLists(deps, caller)));
    for (const [name, schema] of Object.entries(listSchemas)) {
      const read = lists.get(name);
      if (!read) throw new Error(`nobody reads the list ${name}`);
      yield `,"${name}":[`;
      yield* listText(schema.element, read());
      yield ']';
    }
    yield '}\n';
  }

  /** Groups the file's text into chunks. Lists are read one after another, without a common snapshot. */
  async function* partsOf(caller: Caller): AsyncGenerator<string> {
    let part = '';
    for await (const text of fileText(caller)) {
      part += text;
      if (part.length < partLength) continue;
      yield part;
      part = '';
    }
    yield part;
  }

  callsOf(api, 'Users').answer('GET /me/export', {
    operationId: 'exportMyData',
    summary: 'Export my data',
    description:
      'All data stored about or from the caller, as a file: account, sessions, teams, written texts, votes, ' +
      'action items, and audit entries. Excludes what they deleted, and unsigned texts of anonymous meetings;' +
      ' for teams that they have left, also meeting names and action items changed since.',
    answers: { 200: exported },
    // It reads more than any page.
    config: { requestCost: 10, isBatch: true },
    async run({ caller, request, reply }) {
      const parts = await inTurns(request, partsOf(caller));
      asFile(reply, { name: 'wentwell-my-data.json', type: 'application/json; charset=utf-8' });
      return Readable.from(parts);
    },
  });
}
