// A team of five holds twelve retros through the API. The figures are calculated a second time from what was done, without the
// product's rules.
import { Action } from '@wentwell/contract/actions/actions';
import { TeamOutcomes } from '@wentwell/contract/actions/outcomes';
import { Board } from '@wentwell/contract/board/snapshot';
import { TeamHealth } from '@wentwell/contract/health/team-health';
import { expect, it } from 'vitest';

import { makeKey } from '#test/anonymous-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

/** Numbers that look random and are equal in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Answers to one question: each person's, and those that the figures include so far. */
class Answers {
  readonly given = new Map<number, number>();
  #shown = new Map<number, number>();

  /** Three people must have a new answer. */
  publish(): void {
    const fresh = [...this.given].filter(([who, score]) => this.#shown.get(who) !== score);
    if (fresh.length >= 3) this.#shown = new Map(this.given);
  }

  get figure() {
    const scores = [...this.#shown.values()];
    if (scores.length === 0) return null;
    const sum = scores.reduce((all, score) => all + score, 0);
    return { answers: scores.length, mean: Number((sum / scores.length).toFixed(2)) };
  }

  get histogram() {
    const scores = [...this.#shown.values()];
    return [1, 2, 3, 4, 5].map((each) => scores.filter((score) => score === each).length);
  }
}

/** The check-up asks the first two, and from the seventh retro on the last two. */
const dimensions = ['Calm releases', 'Help when needed', 'Time to learn'];

interface Item {
  id: string;
  retro: number;
  topic: string | null;
  isLate: boolean;
  state: 'open' | 'done' | 'dropped';
  /** The number of retros that had closed when it was agreed, and when it was done or dropped. */
  from: number;
  until: number;
}

const ascending = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1));
const average = (numbers: readonly number[]) =>
  numbers.reduce((all, each) => all + each, 0) / numbers.length;

/** Holds the retros, and returns what was done. */
async function simulate(seed: number) {
  const roll = dice(seed);
  const people: TestUser[] = [];
  for (let at = 0; at < 5; at += 1) people.push(await buildUser(app));
  const [owner, ...members] = people as [TestUser, ...TestUser[]];
  const team = await buildTeam(app, { admin: owner, members });
  const items: Item[] = [];
  const outcomes = new Map<string, string[]>();
  const retros: {
    moods: Answers;
    after: Answers;
    worth: Answers;
    checkUp: Map<string, Answers>;
    discussed: string[];
  }[] = [];

  async function send(who: number, what: string, body?: object) {
    const [method = '', path = ''] = what.split(' ');
    const as = people[who] ?? owner;
    const answer = await app.request(method, path, {
      as,
      ...(body && { body }),
      ...(/(mood|worth|outcome|check-up)$/.test(path) && { authorKey: makeKey(seed * 5 + who) }),
    });
    expect(answer.status, `${what} ${answer.text}`).toBeLessThan(300);
    return answer.body;
  }
  /** Some people give a score, and one may change it. Answers to a question wait for the lead or the end. */
  async function rate(path: string, answers: Answers, question?: string): Promise<void> {
    const count = roll(6);
    const first = roll(5);
    const rounds = roll(3) === 0 ? count + 1 : count;
    for (let at = 0; at < rounds; at += 1) {
      const who = (first + (at % Math.max(count, 1))) % 5;
      if (count === 0) break;
      const score = 1 + roll(5);
      await send(who, `PUT ${path}`, { score, ...(question !== undefined && { question }) });
      answers.given.set(who, score);
      if (question === undefined) answers.publish();
    }
  }

  /** Meetings that no figure includes: of one person, and a canceled one. */
  async function holdUncounted(status: 'closed' | 'canceled'): Promise<void> {
    const { id } = await buildMeeting(app, { owner, team, phase: 'grouping' });
    const path = `/api/v1/meetings/${id}`;
    await send(0, `POST ${path}/notes`, { content: 'Only I was here' });
    await send(0, `PUT ${path}`, { status });
  }

  async function hold(at: number): Promise<void> {
    const { id } = await buildMeeting(app, { owner, team, name: `Sprint ${at}` });
    const path = `/api/v1/meetings/${id}`;
    const enter = (phase: string) => send(0, `POST ${path}/phase/transition`, { phase });
    const [moods, after, worth] = [new Answers(), new Answers(), new Answers()];
    const { did_it_help = [] } = Board.parse(await send(0, `GET ${path}/board`));
    const due = items.filter(({ state, until }) => state === 'done' && until === at - 2);
    expect(ascending(did_it_help.map((each) => each.id))).toEqual(
      ascending(due.map((each) => each.id)),
    );
    for (const item of due) {
      const said = outcomes.get(item.id) ?? [];
      outcomes.set(item.id, said);
      for (const who of people.keys()) {
        const outcome = [null, 'better', 'better', 'same', 'worse', 'unknown'][roll(6)];
        if (!outcome) continue;
        await send(who, `PUT /api/v1/actions/${item.id}/outcome`, { outcome });
        said.push(outcome);
      }
    }
    await rate(`${path}/mood`, moods);
    const asked = at < 6 ? dimensions.slice(0, 2) : dimensions.slice(1);
    await send(0, `PUT ${path}`, { settings: { check_up: asked } });
    const checkUp = new Map(asked.map((question) => [question, new Answers()]));
    const answerAll = async () => {
      for (const [question, answers] of checkUp) await rate(`${path}/check-up`, answers, question);
    };
    await answerAll();
    if (roll(2) === 0) {
      await send(0, `POST ${path}/check-up/results`);
      for (const answers of checkUp.values()) answers.publish();
      await answerAll();
    }
    await enter('grouping');
    const topics: string[] = [];
    for (let note = 0; note < 2 + roll(3); note += 1) {
      const body = { content: `Thing ${note} of ${at}`, note_type: 'to_improve' };
      const { id: topic } = (await send(note % 5, `POST ${path}/notes`, body)) as { id: string };
      topics.push(topic);
    }
    const discussed = topics.slice(0, roll(topics.length + 1));
    if (discussed.length > 0) {
      await enter('discussing');
      for (const current of discussed) await send(0, `PUT ${path}/discussion`, { current });
    }
    await enter('closing_ready');
    await rate(`${path}/mood`, after);
    for (let agreed = roll(4); agreed > 0; agreed -= 1) {
      const topic = [null, ...topics][roll(topics.length + 1)] ?? null;
      const due_on = [null, '2020-01-01', '2099-01-01'][roll(3)] ?? null;
      const body = { text: `Do ${agreed} of ${at}`, topic_id: topic, due_on };
      const action = Action.parse(await send(roll(5), `POST ${path}/actions`, body));
      const isLate = due_on === '2020-01-01';
      items.push({
        id: action.id,
        retro: at,
        topic,
        isLate,
        state: 'open',
        from: at,
        until: Infinity,
      });
    }
    await rate(`${path}/worth`, worth);
    await send(0, `PUT ${path}`, { status: 'closed' });
    for (const answers of [moods, after, worth, ...checkUp.values()]) answers.publish();
    retros.push({ moods, after, worth, checkUp, discussed });
    for (const item of items.filter(({ state }) => state === 'open')) {
      const state = (['open', 'open', 'open', 'done', 'dropped'] as const)[roll(5)] ?? 'open';
      if (state === 'open') continue;
      const reason = state === 'dropped' ? { reason: 'Not worth it' } : {};
      await send(roll(5), `PUT /api/v1/actions/${item.id}`, { status: state, ...reason });
      Object.assign(item, { state, until: at + 1 });
    }
    // Words change without a change of what was open when.
    const dropped = items.find(({ state, until }) => state === 'dropped' && until < at);
    if (dropped) await send(0, `PUT /api/v1/actions/${dropped.id}`, { text: `Settled by ${at}` });
  }

  for (let at = 0; at < 12; at += 1) {
    if (at === 3) await holdUncounted('closed');
    if (at === 7) await holdUncounted('canceled');
    await hold(at);
  }
  return { owner, team, items, outcomes, retros };
}

type Simulated = Awaited<ReturnType<typeof simulate>>;

function riskOf({ open, overdue }: { open: number; overdue: number }) {
  const percent = (100 * overdue) / open;
  if (open === 0) return null;
  return percent < 10 ? 'low' : percent < 25 ? 'medium' : 'high';
}

/** The figures of the retros from `start` on, calculated from what was done. */
function calculate({ items, outcomes, retros }: Simulated, start: number) {
  const asked = items.filter(
    ({ state, until }) => state === 'done' && until + 2 >= start && until + 2 < 12,
  );
  const saidOf = ({ id }: (typeof items)[number]) => outcomes.get(id) ?? [];
  const enough = asked.filter((item) => saidOf(item).length >= 3);
  const made = enough.filter(
    (item) =>
      saidOf(item).filter((each) => each === 'better').length >
      saidOf(item).filter((each) => each === 'same' || each === 'worse').length,
  );
  const rows = retros.map(({ moods, after, worth, checkUp, discussed }, at) => {
    const agreed = items.filter(({ retro }) => retro === at);
    const open = items.filter(({ from, until }) => from <= at && until > at);
    return {
      name: `Sprint ${at}`,
      mood: moods.figure,
      mood_after: after.figure,
      worth: worth.figure,
      check_up: [...checkUp].flatMap(([question, { figure, histogram }]) =>
        figure ? { question, totals: { ...figure, histogram } } : [],
      ),
      topics: {
        discussed: discussed.length,
        with_action: discussed.filter((id) => agreed.some(({ topic }) => topic === id)).length,
      },
      actions: {
        agreed: agreed.length,
        done: agreed.filter(({ state }) => state === 'done').length,
        kept_twice: agreed.filter(({ from, until }) => Math.min(until, 12) - from >= 3).length,
        open: open.length,
        overdue: open.filter(({ isLate }) => isLate).length,
        made_difference: enough.some(({ retro }) => retro === at)
          ? made.filter(({ retro }) => retro === at).length
          : null,
      },
    };
  });
  const shown = rows.slice(start);
  const last = shown.at(-1);
  const open = items.filter(({ state }) => state === 'open');
  const overdue = open.filter(({ isLate }) => isLate).length;
  const moods = shown.flatMap(({ mood }) => (mood ? [mood.mean] : []));
  const change = moods.length > 3 ? average(moods.slice(-3)) - average(moods.slice(-6, -3)) : 0;
  const thousandths = Math.round(1000 * change);
  const discussed = last?.topics.discussed ?? 0;
  return {
    answers_min: 3,
    retros: shown,
    morale: last?.mood
      ? {
          mean: last.mood.mean,
          trend: thousandths > 200 ? 'rising' : thousandths < -200 ? 'falling' : 'steady',
        }
      : null,
    focus: discussed > 0 ? (last?.topics.with_action ?? 0) / discussed : null,
    delivery_risk: riskOf({ open: open.length, overdue }),
    open_actions: { open: open.length, overdue },
    actions_per_retro: average(shown.map(({ actions }) => actions.agreed)),
    made_difference: enough.length > 0 ? { made: made.length, of: enough.length } : null,
  };
}

it.each([1, 2, 3])(
  'R-241 to R-245, R-273, R-355 the figures of a team of five over twelve retros equal an independent calculation (%i)',
  async (seed) => {
    const simulated = await simulate(seed);
    const { owner, team, outcomes } = simulated;
    const read = async (path: string, headers = {}) =>
      app.request('GET', `/api/v1/teams/${team.id}/${path}`, { as: owner, headers });
    for (const last of [12, 5, 1]) {
      const expected = calculate(simulated, 12 - last);
      const health = TeamHealth.parse((await read(`health?last=${last}`)).body);
      expect(health).toMatchObject(expected);
      expect(health.retros).toHaveLength(last);
      const csv = (await read(`health?last=${last}`, { accept: 'text/csv' })).text;
      const [head = [], ...cells] = csv
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      // The trend of each dimension, those of the latest retro first.
      const answered = expected.retros
        .toReversed()
        .flatMap(({ check_up }) => check_up.map(({ question }) => question));
      const columns = [...new Set(answered)];
      expect(head.slice(head.indexOf('overdue actions') + 1)).toEqual([
        ...columns.flatMap((title) => [title, 'answers']),
        'focus',
        'delivery risk',
        'made a difference',
      ]);
      expect(
        cells.map(([name, , ...figures]) => [
          name,
          ...figures.map((each) => (each === '' ? null : /\d/.test(each) ? Number(each) : each)),
        ]),
      ).toEqual(
        expected.retros.map(({ name, mood, mood_after, worth, check_up, topics, actions: all }) => {
          const { made_difference, ...actions } = all;
          return [
            name,
            ...[mood, mood_after, worth].flatMap((score) => [
              score?.mean ?? null,
              score?.answers ?? null,
            ]),
            ...Object.values(topics),
            ...Object.values(actions),
            ...columns.flatMap((title) => {
              const found = check_up.find(({ question }) => question === title)?.totals;
              return [found?.mean ?? null, found?.answers ?? null];
            }),
            topics.discussed === 0
              ? null
              : Number((topics.with_action / topics.discussed).toFixed(2)),
            riskOf(actions),
            made_difference,
          ];
        }),
      );
      const told = TeamOutcomes.parse((await read(`outcomes?last=${last}`)).body);
      expect(told.made_difference).toEqual(expected.made_difference);
    }
    const told = TeamOutcomes.parse((await read('outcomes')).body);
    expect(told.actions).toHaveLength(outcomes.size);
    for (const { action_id, outcome } of told.actions) {
      const said = outcomes.get(action_id) ?? [];
      const count = (which: string) => said.filter((each) => each === which).length;
      expect(outcome).toEqual(
        said.length < 3
          ? null
          : {
              better: count('better'),
              same: count('same'),
              worse: count('worse'),
              unknown: count('unknown'),
            },
      );
    }
  },
);
