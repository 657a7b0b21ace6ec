// Measures how long a search takes among 120,000 notes, for a member of one team and for a member of all.
import { uuidOf } from '../server/test/measured-rows.ts';
import { buildMeasuredWorld, type MeasuredWorld } from '../server/test/measured-world.ts';
import { percentile, type Row } from './rows.ts';

const notes = 120_000;
const rounds = 30;
const [ofOneTeam, ofAllTeams] = [30, 31];
/** Eight of 2,000 words a note. As in a language, a few words are in many notes, most in few. */
const texts = `update notes set content = (
    select string_agg('word' || floor(2000 * power(abs(hashint4(position::int * 8 + n)) / 2147483648.0, 3)), ' ')
    from generate_series(1, 8) as n)`;
const joinAll = `insert into memberships (team_id, user_id, role)
  select id, '${uuidOf('user', ofAllTeams)}', 'member' from teams on conflict do nothing`;
/** A frequent, a rare and an absent word, a beginning, two words, a phrase, and one kind. */
const queries = [
  'word0',
  'word1500',
  'zebra',
  'word19',
  'word1 word7',
  '"word0 word2"',
  'word3&kind=note',
];

async function p95Of(world: MeasuredWorld, as: number): Promise<number> {
  const search = (q: string) => world.call({ as, method: 'GET', path: `/api/v1/search?q=${q}` });
  // The first round fills the connection's caches.
  for (const q of queries) await search(q);
  const took: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    for (const q of queries) {
      const began = performance.now();
      await search(q);
      took.push(performance.now() - began);
    }
  }
  return percentile(took, 0.95);
}

export async function measureSearch(): Promise<Row[]> {
  await using world = await buildMeasuredWorld(notes);
  await world.change(`${texts}; ${joinAll}`);
  const row = async (what: string, as: number): Promise<Row> => ({
    what: `Search, ${what}: p95`,
    value: await p95Of(world, as),
    unit: 'ms',
    beside: [],
  });
  return [await row('one team’s notes', ofOneTeam), await row('all notes one’s own', ofAllTeams)];
}
