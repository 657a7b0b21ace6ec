// `npm run bench:growth` compares the database blocks that calls and jobs read in a small and a large database.
// Unexplained growth fails the run.
import { countsOf, superuser, uuidOf } from '../server/test/measured-rows.ts';
import {
  buildMeasuredWorld,
  type Call,
  type MeasuredWorld,
  type Statement,
} from '../server/test/measured-world.ts';

const sizes = [60_000, 600_000] as const;
/** Tolerated growth, because indexes may gain a level and the planner may choose other plans. */
const mayGrow = { times: 1.5, blocks: 150 };
const statementsShown = 3;

interface Measured {
  what: string;
  /** Explains expected growth. */
  grows?: string;
  run(world: MeasuredWorld): Promise<void>;
  /** Setup, not measured. */
  before?(world: MeasuredWorld): Promise<void>;
}

interface Asked extends Pick<Measured, 'grows'>, Pick<Call, 'as' | 'body'> {
  method?: Call['method'];
}

/** Measures the second execution of reads, when the connection has cached the catalogue. */
function call(path: string, { method = 'GET', grows, ...asked }: Asked): Measured {
  const run = (world: MeasuredWorld) => world.call({ ...asked, method, path });
  return {
    what: `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}${asked.as === ofLargeTeam ? ', large team' : ''}`,
    run,
    ...(method === 'GET' && { before: run }),
    ...(grows !== undefined && { grows }),
  };
}

const ofLargeTeam = 0;
const member = 30;
const own = 'the team has ten times as many meetings';
const all = 'is the whole log';
const apart = 'more rows match, which lie farther apart';

/** Permanently deletes a soft-deleted row. */
function purge(table: string, id: string, what = table): Measured {
  return {
    what: `deleting for good: ${what}`,
    before: (world) => world.markDeleted(table, id),
    run: (world) =>
      world.call({
        as: superuser,
        method: 'DELETE',
        path: `/api/admin/permanent/${table}/${id}`,
      }),
  };
}

function measurementsIn(notes: number): Measured[] {
  const { meetings, teams } = countsOf(notes);
  const team = `/api/v1/teams/${uuidOf('team', member / 6)}`;
  // The team's newest meeting, which is live.
  const newest = meetings - teams + member / 6;
  const board = `/api/v1/meetings/${uuidOf('meeting', newest)}`;
  const read = (path: string) => call(path, { as: member });
  const readMuch = (path: string) => call(path, { as: ofLargeTeam, grows: own });
  const administer = (path: string, grows?: string) =>
    call(`/api/admin/${path}`, { as: superuser, ...(grows !== undefined && { grows }) });
  return [
    ...[
      '/users/me',
      '/meetings?limit=10',
      '/notes/me?limit=20',
      '/me/actions',
      '/me/badges',
      '/me/export',
    ].map((path) => read(`/api/v1${path}`)),
    ...['/search?q=deploy', '/search?q=zebra', '/users?email_pattern=person'].map((path) =>
      read(`/api/v1${path}`),
    ),
    ...[
      '/meetings',
      '/health',
      '/badges',
      '/actions',
      '/members',
      '/former-members',
      '/outsider-acts',
    ].map((path) => read(team + path)),
    ...['/board', '/events?since=10', '/notes'].map((path) => read(board + path)),
    call(`${board}/notes`, {
      as: member,
      method: 'POST',
      body: { content: 'one', note_type: 'went_well' },
    }),
    call('/api/v1/meetings', {
      as: member,
      method: 'POST',
      body: { name: 'New', team_id: uuidOf('team', member / 6) },
    }),
    ...['/meetings?limit=10', '/notes/me?limit=20', '/search?q=deploy'].map((path) =>
      readMuch(`/api/v1${path}`),
    ),
    ...['users', 'sessions', 'audit', 'mails'].map((path) => administer(`${path}?limit=50&after=`)),
    ...['users?search=person', 'teams?search=', 'teams?search=team+77'].map((path) =>
      administer(`${path}&limit=50&after=`, apart),
    ),
    ...[
      'users?search=person77@',
      'users?state=superuser',
      'sessions?search=person77@',
      'audit?who=person77@',
    ].map((path) => administer(`${path}&limit=50&after=`)),
    call('/api/v1/users?email_pattern=person77@', { as: superuser }),
    call('/api/admin/audit/export', { as: superuser, grows: all }),
    call('/api/admin/stats/soft-deletes', { as: superuser }),
    call(`/api/v1/users/${uuidOf('user', 43)}`, { as: superuser, method: 'DELETE' }),
    purge('notes', uuidOf('note', (8 + teams * 3) * 20)),
    purge('meetings', uuidOf('meeting', 8 + teams * 2)),
    purge('users', uuidOf('user', 57)),
    purge('teams', uuidOf('team', 11)),
    { ...purge('teams', uuidOf('team', 0), 'the large team'), grows: own },
    { what: 'the hourly jobs', run: (world) => world.runHousekeeping() },
  ];
}

/** Returns results in the order of `measurementsIn`. */
async function measure(notes: number): Promise<{ measured: Measured; statements: Statement[] }[]> {
  await using world = await buildMeasuredWorld(notes);
  const results = [];
  for (const measured of measurementsIn(notes)) {
    await measured.before?.(world);
    const statements = await world.readBy(() => measured.run(world));
    results.push({ measured, statements });
  }
  return results;
}

const blocksOf = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { blocks }) => sum + blocks, 0);

const [small, large] = [await measure(sizes[0]), await measure(sizes[1])];
const columns = (what: string, ...cells: (string | number)[]) =>
  [what.padEnd(58), ...cells.map((cell) => `${cell}`.padStart(9))].join('');
console.log(columns('Blocks read, of notes:', ...sizes));
let tooMuch = 0;
for (const [at, { measured, statements }] of large.entries()) {
  const [before, after] = [blocksOf(small[at]?.statements ?? []), blocksOf(statements)];
  const isFlat = after <= before * mayGrow.times + mayGrow.blocks;
  const remark = isFlat ? '' : (measured.grows ?? 'GROWS');
  console.log(`${columns(measured.what, before, after)}  ${remark}`.trimEnd());
  if (isFlat || measured.grows !== undefined) continue;
  tooMuch += 1;
  for (const { text, blocks } of statements.slice(0, statementsShown)) {
    console.log(`    ${blocks} by ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  }
}
process.exit(tooMuch > 0 ? 1 : 0);
