// Measures reads per second over ten connections, compared with a bare Fastify route that sends the same bytes.
import { ask, askOk, ratePerSecond } from './http-client.ts';
import { type Crew, make, openBoard } from './people.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { median, type Row, rounds } from './rows.ts';

const load = { seconds: 1.5, atOnce: 10 };
const listed = 100;

export async function measureRequests(product: Product, crew: Crew): Promise<Row[]> {
  const { path: board } = await openBoard(product, crew, 200);
  // The board above is the first.
  for (let n = 1; n < listed; n += 1) {
    const body = { name: `Sprint ${n}`, team_id: crew.teamId };
    await make(product, { path: '/meetings', as: crew.owner, body });
  }
  const reads = [
    { name: 'oneself', path: '/users/me' },
    { name: 'a board of 200 notes', path: `${board}/board` },
    { name: `a list of ${listed} meetings`, path: `/meetings?limit=${listed}` },
  ];
  const routes = [];
  for (const { path } of reads) {
    const url = `${product.url}/api/v1${path}`;
    const { text, type } = await ask({ url, token: crew.owner.token });
    routes.push({ path: path.split('?')[0], text, type });
  }
  await using bare = await startReference('fastify', { routes });
  const rows: Row[] = [];
  for (const { name, path } of reads) {
    const read = (origin: string) => {
      let turn = 0;
      return () => {
        // Each connection belongs to another user, because limits apply per user.
        const { token } = crew.people[turn++ % load.atOnce] ?? crew.owner;
        return askOk({ url: origin + path, token });
      };
    };
    const [ours, theirs]: [number[], number[]] = [[], []];
    const bareOrigin = `http://127.0.0.1:${bare.port}`;
    for (let n = 0; n < rounds; n += 1) {
      ours.push(await ratePerSecond(read(`${product.url}/api/v1`), load));
      theirs.push(await ratePerSecond(read(bareOrigin), load));
    }
    const beside = [{ what: 'bare Fastify', value: median(theirs) }];
    rows.push({ what: `Reads of ${name}`, value: median(ours), unit: '/s', beside });
  }
  return rows;
}
