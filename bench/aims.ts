// Bounds of the figures. A budget is currently met and must stay met. An aim is a target.

/** Exactly one bound. `timesBeside` bounds the ratio of the value to its reference. */
export interface Aim {
  kind: 'budget' | 'aim';
  atMost?: number;
  atLeast?: number;
  timesBeside?: { what: string; atMost?: number; atLeast?: number };
}

const aim = (bounds: Omit<Aim, 'kind'>): Aim => ({ kind: 'aim', ...bounds });
const budget = (bounds: Omit<Aim, 'kind'>): Aim => ({ kind: 'budget', ...bounds });

/** Keyed by the figure's name. */
export const aims: Readonly<Record<string, readonly Aim[]>> = {
  '200 people, 20 notes/s: p50': [aim({ atMost: 4 })],
  '200 people, 20 notes/s: p99': [
    aim({ atMost: 10 }),
    aim({ timesBeside: { what: 'bare ws', atMost: 1.5 } }),
  ],
  '1000 people, 20 notes/s: p50': [aim({ atMost: 8 })],
  '1000 people, 20 notes/s: p99': [aim({ atMost: 17 })],
  'New notes, one board': [
    aim({ timesBeside: { what: 'bare transaction', atLeast: 0.8 } }),
    aim({ timesBeside: { what: 'Socket.IO', atLeast: 3 } }),
  ],
  'New notes, 20 boards': [
    aim({ atLeast: 850 }),
    aim({ timesBeside: { what: 'bare transaction', atLeast: 0.8 } }),
    aim({ timesBeside: { what: 'Socket.IO', atLeast: 3 } }),
  ],
  'New notes, one board, 165 a second: p99': [aim({ atMost: 16 })],
  'Reads of oneself': [aim({ atLeast: 3500 })],
  'Search, one team’s notes: p95': [budget({ atMost: 50 })],
  'Search, all notes one’s own: p95': [aim({ atMost: 50 })],
  '200 people join at once': [aim({ atMost: 0.7 })],
  '1000 people join at once': [aim({ atMost: 1.4 })],
  '200 people join four at a time': [aim({ atMost: 0.5 })],
  '1000 people join four at a time': [aim({ atMost: 2 })],
  '200 people join four at a time: CPU for each': [aim({ atMost: 2 })],
  '1000 people join four at a time: CPU for each': [aim({ atMost: 2 })],
  '1000 people join four at a time: frames in all': [aim({ atMost: 20 })],
  'Start to first answer, with its PostgreSQL': [aim({ atMost: 0.4 })],
  'Memory of the server at rest': [aim({ atMost: 120 })],
  'Memory at rest with PostgreSQL, shared pages once': [aim({ atMost: 165 })],
  'Memory of the server after the run': [aim({ atMost: 200 })],
  'Memory for a socket': [aim({ atMost: 8 })],
  'Landing page, largest paint': [budget({ atMost: 1000 })],
  'Landing page, layout shift': [budget({ atMost: 0.02 })],
  'Dashboard, sent over the wire': [aim({ atMost: 250 })],
  'Board of 0 notes, requests until then': [aim({ atMost: 20 })],
  'Script of a board, gzip': [aim({ atMost: 200 })],
  'Script of a board, as sent': [aim({ atMost: 175 })],
  'Script of a board, files': [aim({ atMost: 20 })],
  'Board of 500 notes, keystroke to next paint': [budget({ atMost: 100 })],
  'Board of 500 notes, longest frame of a drag': [budget({ atMost: 100 })],
  'Board of 500 notes, longest task at 50 foreign changes a second': [budget({ atMost: 100 })],
  'Board of 500 notes, keystroke meanwhile to next paint': [budget({ atMost: 100 })],
  'Reveal of 60 people and 200 notes, longest frame': [aim({ atMost: 50 })],
  'End of 60 people and 200 notes, longest frame': [aim({ atMost: 50 })],
  'Board of 1000 notes, interactive again': [aim({ atMost: 700 })],
  'Own note after Enter, in which frame': [budget({ atMost: 1 })],
  'Own note after Enter, median': [aim({ atMost: 1000 / 60 })],
  'Own note in the other browser, p95': [budget({ atMost: 100 })],
  '2 nodes do so many times the work of one, by CPU': [aim({ atLeast: 1.8 })],
  'Signing in on a phone, first paint': [budget({ atMost: 1800 })],
  'Signing in on a phone, largest paint': [budget({ atMost: 2500 })],
  'A list of 20 meetings on a phone, time blocked': [aim({ atMost: 150 })],
  'A board of 1000 notes on a phone, content': [aim({ atMost: 3000 })],
  'Dashboard on a slow network, frame painted': [budget({ atMost: 1500 })],
  'Dashboard on a slow network, content': [budget({ atMost: 4000 })],
  'Board on a slow network, frame painted': [budget({ atMost: 1500 })],
  'Board on a slow network, content': [budget({ atMost: 4000 })],
};
