// Invariant of the live channel: after any commands, replaying the log yields the board that each node returns, and its rows.
import type { TimerInput } from '@wentwell/contract/discussion/timer';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { type Phase, phases } from '@wentwell/contract/phases';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { memoryBus } from '#server/platform/bus/bus';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';

import { checkBoards } from './board-check.ts';

/** How many random meetings of each kind. */
const runs = Number(process.env['RUNS'] ?? 5);

/** A random command. `a` and `b` pick its subjects, `variant` its input. */
const anyStep = fc.noBias(
  fc.record({
    name: fc.nat(999),
    by: fc.constantFrom<number>(0, 0, 0, 1, 2),
    a: fc.nat(20),
    b: fc.nat(20),
    variant: fc.nat(9),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Ids on the board, comments by path, and the three members. */
interface Known {
  notes: string[];
  groups: string[];
  comments: string[];
  actions: string[];
  thanks: string[];
  people: readonly TestUser[];
}

type Method = 'POST' | 'PUT' | 'DELETE';
/** Paths are below the meeting's, unless they begin with `/api`. `made` is what a success adds. */
type Request = readonly [
  method: Method,
  path: string,
  body?: object | undefined,
  made?: (id: string) => unknown,
];

const question = 'Our releases are calm';
const columns = defaultColumns.map(({ id }) => id);
const extra = { id: 'extra', title: 'Extra', prompt: '', tone: 'info', kind: 'notes' };
const later = '2090-01-01T01:00:00+01:00';
const timers: readonly TimerInput[] = [
  { action: 'start', seconds: 300 },
  { action: 'add', seconds: 60 },
  { action: 'pause' },
  { action: 'resume' },
  { action: 'stop' },
];
const updates = [
  { name: 'Renamed' },
  { settings: { hide_notes: true } },
  { settings: { hide_notes: false, check_in: false } },
  { settings: { votes_per_person: 9, check_in: true } },
  { settings: { votes_per_person: 2, votes_per_topic: 1 } },
  { columns: [...defaultColumns, extra] },
  { columns: defaultColumns.toReversed() },
  { start_time: '2020-01-01T00:00:00Z', end_time: later },
  { status: 'canceled' },
] as const;
const actionChanges = [
  { text: 'Ask twice' },
  { status: 'done' },
  { status: 'dropped', reason: 'moot' },
  { reason: 'late' },
  { status: 'open', due_on: '2026-03-20' },
] as const;
/** The phases, with those more often that allow most commands. */
const somePhases: readonly Phase[] = [...phases, 'grouping', 'discussing', 'grouping', 'voting'];

function at<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(list.length, 1)];
}
function post(path: string, list: string[], body: object): Request {
  return ['POST', path, body, (id) => list.push(id)];
}

/** The weight and the request of each command. Those without a subject on the board name none. */
const commands: readonly [weight: number, (step: Step, known: Known) => Request][] = [
  [
    5,
    ({ variant }, { notes }) => {
      const content = at(['one', 'two', 'three\nlines', '<b>no html</b>'], variant);
      return post('/notes', notes, { content, note_type: at(columns, variant) });
    },
  ],
  [2, ({ a }, { notes }) => ['PUT', `/notes/${at(notes, a)}`, { content: `edited ${a}` }]],
  [2, ({ a, b }, { notes }) => ['PUT', `/notes/${at(notes, a)}`, { note_type: at(columns, b) }]],
  [2, ({ a }, { notes }) => ['DELETE', `/notes/${at(notes, a)}`]],
  [3, ({ a }, { notes }) => ['POST', `/notes/${at(notes, a)}/restore`]],
  [
    4,
    ({ a, b, variant }, { notes, groups }) => {
      const note_ids = [at(notes, a), at(notes, a + 1 + b)];
      const title = variant % 2 ? { title: 'Typed' } : {};
      return post('/groups', groups, { note_ids, ...title });
    },
  ],
  [
    4,
    ({ a, b, variant }, { notes, groups }) => {
      const note = at(notes, b);
      const bodies = [
        { title: null },
        { title: 'Two' },
        { remove: [note] },
        { column_id: 'extra' },
      ];
      return ['PUT', `/groups/${at(groups, a)}`, bodies[variant] ?? { add: [note] }];
    },
  ],
  [1, ({ a }, { groups }) => ['DELETE', `/groups/${at(groups, a)}`]],
  [
    5,
    ({ a, variant }, { notes, groups }) => [
      'PUT',
      `/topics/${at([...notes, ...groups], a)}/votes`,
      { count: variant % 5 },
    ],
  ],
  [1, ({ a }) => ['PUT', '/votes/finished', { finished: a % 3 > 0 }]],
  [1, ({ a }) => ['PUT', '/ready', { ready: a % 3 > 0 }]],
  [1, ({ a }) => ['PUT', '/hand', { raised: a % 3 > 0 }]],
  [1, () => ['DELETE', '/hands']],
  [
    4,
    ({ a, b, variant }, { notes }) => {
      const emoji = encodeURIComponent(b % 2 ? '🎉' : '❤️');
      return [variant % 3 ? 'PUT' : 'DELETE', `/notes/${at(notes, a)}/reactions/${emoji}`];
    },
  ],
  [
    4,
    ({ a, b }, { notes, groups, comments }) => {
      const path = `/topics/${at([...notes, ...groups], a)}/comments`;
      return ['POST', path, { content: `comment ${b}` }, (id) => comments.push(`${path}/${id}`)];
    },
  ],
  [
    3,
    ({ a, variant }, { comments }) => {
      const path = at(comments, a) ?? '/topics/none/comments/none';
      return variant % 2 ? ['DELETE', path] : ['PUT', path, { content: 'edited' }];
    },
  ],
  [
    4,
    ({ a, variant }, { notes, groups }) => {
      const topic = at([...notes, ...groups], a);
      const bodies = [{ current: topic }, { order: [topic] }, { parked: [topic] }];
      return ['PUT', '/discussion', bodies[variant % 4] ?? { current: null }];
    },
  ],
  [1, ({ a }) => ['PUT', '/discussion/extend', { more: a % 3 > 0 }]],
  [2, ({ variant }) => ['PUT', '/timer', at(timers, variant)]],
  [1, () => ['POST', '/phase/next']],
  [
    9,
    ({ a, variant }) => {
      const duration_minutes = variant === 0 ? 5 : null;
      return ['POST', '/phase/transition', { phase: at(somePhases, a), duration_minutes }];
    },
  ],
  [4, ({ variant }) => ['PUT', '', updates[variant] ?? { name: 'Renamed' }]],
  // Plans a canceled meeting again and begins it.
  [9, ({ a }) => ['PUT', '', { status: a % 3 ? 'live' : 'planned' }]],
  [1, ({ a }, { people }) => ['POST', '/owner', { owner_id: at(people, a % 2)?.id }]],
  [
    1,
    ({ a, b }, { people }) => {
      return ['PUT', '/co-leads', { user_id: at(people, a)?.id, is_co_lead: b % 3 > 0 }];
    },
  ],
  [
    4,
    ({ a, variant }) => {
      const score = 1 + (variant % 5);
      const bodies: Request[] = [
        ['PUT', '/mood', { score }],
        ['PUT', '/worth', { score }],
        ['PUT', '/check-up', { question, score }],
        ['POST', '/check-up/results'],
      ];
      return bodies[a % 4] ?? ['PUT', '/mood', { score }];
    },
  ],
  [2, ({ a }) => ['PUT', '/check-in/turn', { done: a % 3 > 0 }]],
  [1, ({ a }) => ['PUT', '/check-in', { question_hidden: a % 2 > 0 }]],
  [1, () => ['POST', '/check-in/next-question']],
  [
    3,
    ({ a, b }, { actions, notes, people }) => {
      const note_id = b % 4 ? {} : { note_id: at(notes, a) };
      const assignee_id = at([...people, { id: null }], b)?.id;
      return post('/actions', actions, { text: 'Ask', assignee_id, ...note_id });
    },
  ],
  [
    3,
    ({ a, variant }, { actions }) => {
      const path = `/api/v1/actions/${at(actions, a)}`;
      const body = actionChanges[variant];
      if (body) return ['PUT', path, body];
      return variant % 2 ? ['DELETE', path] : ['POST', `${path}/restore`];
    },
  ],
  [
    2,
    ({ a }, { thanks, people }) => {
      return post('/thanks', thanks, { to_user_id: at(people, a)?.id, text: 'All' });
    },
  ],
  [1, ({ a }, { thanks }) => ['DELETE', `/thanks/${at(thanks, a)}`]],
];
const weighted = commands.flatMap(([weight, command]) =>
  Array.from({ length: weight }, () => command),
);

it.each([{ anonymous: false }, { anonymous: true }])(
  'the log of a board leads to what the server stores and returns, for each viewer ($anonymous)',
  async ({ anonymous }) => {
    const bus = memoryBus();
    await using app = await buildTestApp({}, { bus });
    await using there = await buildTestApp({}, { bus, beside: app });
    const [owner, member, other] = [
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ] as const;
    const people = [owner, member, other];
    const accepted = new Set<unknown>();
    const steps = fc.array(anyStep, { minLength: 30, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const team = await buildTeam(app, { admin: owner, members: [member, other] });
        const meeting = await buildMeeting(app, { owner, team, phase: 'writing' });
        const path = `/api/v1/meetings/${meeting.id}`;
        await app.put(owner, path, { settings: { anonymous, check_up: [question] } });
        const keys = people.map((_, index) => Buffer.alloc(32, index + 1).toString('base64url'));
        const followed = await Promise.all(
          people.map((as, index) => FollowedBoard.open(app, { path, as, authorKey: keys[index] })),
        );
        const known = { notes: [], groups: [], comments: [], actions: [], thanks: [], people };
        const opening = [0, 1, 2, 0].map((by) => ({ name: 0, by, a: 0, b: 0, variant: by }));
        for (const step of [...opening, ...taken]) {
          const command = at(weighted, step.name);
          const [method, below, body, made] = command?.(step, known) ?? ['POST', ''];
          const isKeyed = anonymous || /^.(mood|worth|check-up)/.test(below);
          const isLed = /^(\/timer|\/phase\/\w+|\/discussion|)$/.test(below);
          const by = isLed ? 0 : step.by;
          const { status, body: answer } = await app.request(
            method,
            below.startsWith('/api') ? below : path + below,
            {
              as: people[by] ?? owner,
              ...(isKeyed && { authorKey: keys[by] }),
              ...(body && { body }),
            },
          );
          if (status < 300) accepted.add(command);
          if (status === 201) made?.(Object(answer).id);
        }
        for (const each of followed) await each.catchUp();
        // A node that reads the rows answers like one that has applied the changes.
        for (const [index, as] of people.entries()) {
          const options = { as, authorKey: keys[index] };
          const read = async (node: typeof app) =>
            (await node.request('GET', `${path}/board`, options)).body;
          expect(await read(there)).toEqual(await read(app));
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
    // Commands that are always refused would prove nothing.
    expect(accepted.size).toBeGreaterThan(commands.length / 3);
    // Replays from the beginning, like the operator's check.
    const { checked, withoutHistory, problems } = await checkBoards(app.db);
    expect(problems).toEqual([]);
    // Phases of anonymous meetings erase the history before them.
    expect(anonymous ? withoutHistory : checked).toBeGreaterThanOrEqual(runs);
  },
  240_000,
);
