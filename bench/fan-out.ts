// Measures the latency from sending a note until all others have received it, and the notes per second of a room.
import type { Crew } from './people.ts';
import { cpuOf } from './process-usage.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { openBareRoom, openProductRoom, openSocketIoRoom, type Room, writers } from './rooms.ts';
import { median, percentile, type Reference, type Row, rounds } from './rows.ts';

const sizes = [10, 50, 200, 1000];
const paces = [
  { name: '5 notes/s', notes: 10, every: 200 },
  { name: '20 notes/s', notes: 40, every: 50 },
];
/** Notes per concurrent writer. In a room of 1,000, one note is 1,000 deliveries. */
const notesEach = (roomSize: number): number => (roomSize < 1000 ? 2 : 1);

interface Round {
  p50: number;
  p99: number;
  notesPerSecond: number;
  /** Server CPU time per delivery in µs, including a share of storing the note. */
  cpuPerDelivery: number;
}

async function measured(
  { room, pid }: NamedRoom,
  count: number,
  work: () => Promise<unknown>,
): Promise<Round> {
  room.listeners.reset();
  const cpuBefore = cpuOf([pid]);
  const began = performance.now();
  await work();
  const deliveries = count * room.listeners.size;
  const waits = await room.listeners.until(deliveries);
  const seconds = (performance.now() - began) / 1000;
  const cpuPerDelivery = ((cpuOf([pid]) - cpuBefore) * 1000) / deliveries;
  const [p50, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)];
  return { p50, p99, notesPerSecond: count / seconds, cpuPerDelivery };
}

function atPace(
  named: NamedRoom,
  { notes, every }: { notes: number; every: number },
): Promise<Round> {
  const { room } = named;
  return measured(named, notes, async () => {
    const began = performance.now();
    for (let n = 0; n < notes; n += 1) {
      await room.write(n % writers);
      const due = began + (n + 1) * every;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
  });
}

function allWriting(named: NamedRoom): Promise<Round> {
  const { room } = named;
  const { size } = room.listeners;
  const authors = Math.min(writers, size);
  const each = notesEach(size);
  return measured(named, authors * each, () =>
    Promise.all(
      Array.from({ length: authors }, async (_, writer) => {
        for (let n = 0; n < each; n += 1) await room.write(writer);
      }),
    ),
  );
}

interface NamedRoom {
  name: string;
  room: Room;
  /** Process id of the server. */
  pid: number;
  /** Keyed by the load's name. */
  rounds: Map<string, Round[]>;
}

async function playRounds(rooms: readonly NamedRoom[]): Promise<void> {
  const loads: [string, (named: NamedRoom) => Promise<Round>][] = [
    ...paces.map((pace): [string, (named: NamedRoom) => Promise<Round>] => [
      pace.name,
      (named) => atPace(named, pace),
    ]),
    ['all writing', allWriting],
  ];
  for (const named of rooms) await atPace(named, { notes: 10, every: 20 });
  for (let n = 0; n < rounds; n += 1) {
    for (const [load, play] of loads) {
      for (const each of rooms) {
        const round = await play(each);
        each.rounds.set(load, [...(each.rounds.get(load) ?? []), round]);
      }
    }
  }
}

function rowsOf(size: number, rooms: readonly NamedRoom[]): Row[] {
  const rows: Row[] = [];
  const [ours] = rooms;
  for (const load of ours?.rounds.keys() ?? []) {
    const figure = (what: string, unit: Row['unit'], of: (round: Round) => number): void => {
      const figures = rooms.map(({ name, rounds: played }): Reference => {
        const values = (played.get(load) ?? []).map(of);
        return { what: name, value: median(values) };
      });
      const [value, ...beside] = figures;
      if (value) rows.push({ what, value: value.value, unit, beside });
    };
    figure(`${size} people, ${load}: p50`, 'ms', ({ p50 }) => p50);
    figure(`${size} people, ${load}: p99`, 'ms', ({ p99 }) => p99);
    const cpu = `${size} people, ${load}: CPU for a note to one person`;
    if (size === 1000) figure(cpu, 'µs', ({ cpuPerDelivery }) => cpuPerDelivery);
    if (load === 'all writing') {
      figure(`${size} people, ${load}: notes`, '/s', ({ notesPerSecond }) => notesPerSecond);
    }
  }
  return rows;
}

export async function measureFanOut(product: Product, crew: Crew): Promise<Row[]> {
  await using broadcast = await startReference('ws-broadcast', {});
  const database = await product.databaseUrl('plain');
  await using socketIo = await startReference('socket-io', { database });
  const rows: Row[] = [];
  for (const size of sizes) {
    const ours = await openProductRoom(product, crew, size);
    const [answered] = await Promise.all([ours.listeners.until(size), ours.write(0)]);
    if (answered.length < size) throw new Error('the first note did not reach everybody');
    const frame = ours.listeners.frame;
    const rooms = [
      { name: 'Wentwell', room: ours, pid: product.process.pid() },
      { name: 'bare ws', room: await openBareRoom(broadcast, { size, frame }), pid: broadcast.pid },
      { name: 'Socket.IO', room: await openSocketIoRoom(socketIo, size), pid: socketIo.pid },
    ].map((each) => ({ ...each, rounds: new Map<string, Round[]>() }));
    await playRounds(rooms);
    for (const { room } of rooms) await room.close();
    rows.push(...rowsOf(size, rooms));
  }
  return rows;
}
