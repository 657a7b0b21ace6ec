// An invented meeting that applies the contract's rules in this page and answers like the server.
import { boardSeqHeader } from '@wentwell/contract/api/headers';
import { actionType } from '@wentwell/contract/board/actions';
import { BoardState } from '@wentwell/contract/board/board';
import { apply, type Change, partition, view } from '@wentwell/contract/board/change';
import { giveScore, presentCheckIn, ScoreInput } from '@wentwell/contract/board/check-in';
import { BoardRules, type Command, defineCommand } from '@wentwell/contract/board/command';
import { type AuthorContext, isRejected } from '@wentwell/contract/board/context';
import {
  getMeeting,
  nextMeeting,
  presentMeeting,
  presentPhase,
  presentTimer,
} from '@wentwell/contract/board/meeting';
import { pageFeatures } from '@wentwell/contract/board/page';
import { phasesFeature } from '@wentwell/contract/board/phases';
import type { BoardRecord } from '@wentwell/contract/board/record';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';
import { ownScores, type Scores } from '@wentwell/contract/check-in/check-in-scores';
import { boardErrorText } from '@wentwell/contract/errors';
import type { UserId } from '@wentwell/contract/ids';
import { SettingsUpdate } from '@wentwell/contract/meetings/meeting-changes';
import { MeetingSettings } from '@wentwell/contract/meetings/meetings';
import { AuthorHash } from '@wentwell/contract/notes/author-keys';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { z, ZodError } from 'zod';

import { idempotencyKeyHeader } from '#web/api/attempt';
import { randomId } from '#web/api/random-ids';
import { serverNow } from '#web/api/server-time';
import type { BoardClient } from '#web/live/board-client';
import { demoAnswers, demoCalls } from '#web/screens/meeting/feature-parts.tsx';
import { Subscribers } from '#web/subscribers';

import { actsOn, firstActs, meetingFrom, questions, teammates, visitor } from './demo-scene.ts';

/** Changes settings or closes the meeting; only the visitor leads. */
const updateMeeting = defineCommand({
  name: 'meeting.update',
  input: z.object({ settings: SettingsUpdate.optional(), status: z.literal('closed').optional() }),
  decide(board, { settings, status }, context) {
    const meeting = getMeeting(board);
    const end = status && { status, end_time: context.now.toISOString() };
    const set = MeetingSettings.parse({ ...meeting.settings, ...settings });
    return { put: [nextMeeting({ ...meeting, ...end, settings: set }, context)], remove: [] };
  },
});

const rules = new BoardRules([
  phasesFeature,
  { recordTypes: [], commands: [updateMeeting] },
  ...pageFeatures,
]);
const { recordTypes } = rules;
const epoch = 'demo';
const you = { user_id: visitor.id, role: 'member', is_superuser: false } as const;
const people = [visitor, ...teammates];
const members = new Map(people.map(({ id }) => [id, { isActive: true }]));

function callerOf(userId: UserId): TeamContext {
  return { userId, isSuperuser: false, role: you.role };
}

/** Teammates' scores stay hidden until the visitor answers. */
function firstScores(): Scores {
  const given = { score: 4, shown: null };
  const scores = { mood: given, mood_after: given, worth: given };
  return Object.fromEntries(teammates.map(({ id }) => [AuthorHash.parse(id), scores]));
}

export interface DemoRequest {
  method: string;
  /** Relative to the meeting, such as `notes`; other paths begin with a slash. */
  path: string;
  headers: Headers;
  body: unknown;
}

export class DemoServer {
  #board = BoardState.empty.with([meetingFrom(serverNow())], []);
  #scores = firstScores();
  /** Removed records by command id. */
  readonly #trash = new Map<string, readonly BoardRecord[]>();
  #client: BoardClient | null = null;
  readonly #frames = new Subscribers<[text: string]>();

  constructor() {
    for (const { by, command } of firstActs) this.#change(command, by);
  }

  /** The client's pending commands state which board command they want. */
  readonly serve = (client: BoardClient): void => {
    this.#client = client;
  };

  /** Delivers frames of the live channel. Returns a function that unsubscribes. */
  subscribe(deliver: (text: string) => void): () => void {
    const stop = this.#frames.subscribe(deliver);
    const { phase, status } = getMeeting(this.#board);
    const now = serverNow().toISOString();
    const head = { seq: this.#board.seq, epoch, phase, status, you: visitor.id, now };
    deliver(JSON.stringify({ type: 'welcome', userId: null, timestamp: now, data: head }));
    return stop;
  }

  answer(request: DemoRequest): Response {
    const { method, path } = request;
    const known = method === 'GET' ? this.#read(path) : this.#tryChange(request);
    const key = request.headers.get(idempotencyKeyHeader);
    return new Response(JSON.stringify(known.body), {
      status: known.status,
      headers: {
        'Content-Type': 'application/json',
        'X-Request-Id': 'demo',
        [boardSeqHeader]: String(this.#board.seq),
        ...(key !== null && { [idempotencyKeyHeader]: key }),
      },
    });
  }

  #read(path: string): { status: number; body: unknown } {
    const time = serverNow().toISOString();
    const { id: meeting_id, team_id } = getMeeting(this.#board);
    const head = { meeting_id, epoch, seq: this.#board.seq };
    const bodies: Readonly<Record<string, unknown>> = {
      '': presentLed(this.#board),
      records: {
        ...head,
        you,
        records: recordTypes.view(this.#board, { userId: visitor.id }).records(),
        own_scores: {
          ...ownScores(this.#scores, AuthorHash.parse(visitor.id)),
          answers_min: answersMinDefault,
        },
        presence: people.map(({ id: userId, display_name: userName }) => ({
          userId,
          userName,
          email: '',
          isOnline: true,
          lastSeen: time,
        })),
      },
      events: { ...head, resync: false, events: [] },
      ...demoAnswers,
      [`/teams/${team_id}`]: {
        id: team_id,
        name: 'Rocket',
        description: '',
        my_role: you.role,
        member_count: people.length,
        recognition: true,
        language: null,
        guests: true,
        created_at: time,
      },
      [`/teams/${team_id}/members`]: people.map((user) => ({
        user,
        role: you.role,
        joined_at: time,
      })),
    };
    if (path in bodies) return { status: 200, body: bodies[path] };
    // The team has no earlier retros, so all other lists are empty.
    return { status: 200, body: [] };
  }

  #tryChange({ method, path, headers, body }: DemoRequest): { status: number; body: unknown } {
    if (path === 'live-ticket') {
      return { status: 200, body: { ticket: 'demo', expires_at: serverNow().toISOString() } };
    }
    const key = headers.get(idempotencyKeyHeader) ?? '';
    const command = this.#client?.boardCommandOf(key) ?? commandOf(method, path, body);
    if (!command) return refusal(404, 'This needs an account: the demo has no server.');
    try {
      const decision = this.#change(command, visitor.id);
      if (!isRejected(decision)) return { status: 200, body: this.#bodyAfter(command) };
      const status = decision.error === 'NOT_FOUND' ? 404 : 409;
      return refusal(status, boardErrorText(decision.error));
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      return refusal(422, error.issues[0]?.message ?? 'This cannot be read.');
    }
  }

  #change(command: Command, by: UserId) {
    const before = this.#board;
    const decision = rules.decide(before, command, this.#contextOf(command, by));
    if (isRejected(decision)) return decision;
    if (command.name === 'score.set') this.#giveScore(command, by);
    if (decision !== null) this.#accept(decision, before);
    return decision;
  }

  #contextOf({ input }: Command, by: UserId): AuthorContext {
    const now = serverNow();
    const records = this.#trash.get(idIn(input));
    return {
      caller: callerOf(by),
      actorId: by,
      author: { author_id: by },
      now,
      recordedAt: now.toISOString(),
      createId: randomId,
      versionFloor: 0,
      memberCount: people.length,
      isWrittenOn: true,
      isServer: true,
      trash: records ? { isDeletedByCaller: true, records } : null,
      facts: {
        members,
        openActions: 0,
        nextQuestion: questions[this.#board.seq % questions.length] ?? '',
        scores: this.#scoresOf(by),
      },
    };
  }

  #scoresOf(by: UserId) {
    const answersMin = answersMinDefault;
    return { given: this.#scores, by: AuthorHash.parse(by), isOtherKey: false, answersMin };
  }

  #giveScore({ input }: Command, by: UserId): void {
    this.#scores = giveScore(this.#board, ScoreInput.parse(input), this.#scoresOf(by));
  }

  #accept(change: Change, before: BoardState): void {
    const removed = change.remove.flatMap((ref) => before.find(ref) ?? []);
    for (const { id } of removed) this.#trash.set(id, removed);
    const seq = before.seq + 1;
    this.#board = apply(before, change, seq);
    const seen = view(partition(recordTypes, change), { userId: visitor.id });
    const { cause, put, remove } = seen;
    const frame = {
      type: 'board_changed',
      seq,
      userId: cause.actorId,
      timestamp: serverNow().toISOString(),
      data: { command: cause.command, put, remove },
    };
    this.#frames.call(JSON.stringify(frame));
    if (getMeeting(before).phase === getMeeting(this.#board).phase) return;
    for (const act of actsOn(this.#board)) this.#change(act.command, act.by);
  }

  #bodyAfter({ name, input }: Command): unknown {
    const board = this.#board;
    const [feature] = name.split('.');
    if (feature === 'phase') return presentPhase(board);
    if (feature === 'timer') return presentTimer(board);
    if (feature === 'meeting') return presentLed(board);
    if (feature === 'action') return board.get(actionType, idIn(input)) ?? null;
    if (feature === 'question' || feature === 'turn') return presentCheckIn(board);
    return input;
  }
}

function presentLed(board: BoardState) {
  return { ...presentMeeting(board), abilities: { change: true, lead: true } };
}

function idIn(input: unknown): string {
  return z.object({ id: z.string() }).safeParse(input).data?.id ?? '';
}

function refusal(status: number, detail: string) {
  const body = { type: 'about:blank', title: detail, status, detail, request_id: 'demo' };
  return { status, body };
}

// Maps HTTP calls of a board to commands. Those of its queue are taken from the board's client.
const Body = z.record(z.string(), z.unknown());

type ToInput = (body: z.infer<typeof Body>) => unknown;

const same: ToInput = (body) => body;

const calls: Record<string, readonly [name: string, toInput: ToInput]> = {
  'PUT timer': ['timer.set', (timer) => ({ timer })],
  'POST phase/next': ['phase.next', same],
  'POST phase/transition': ['phase.enter', same],
  'PUT ': ['meeting.update', same],
  'PUT mood': ['score.set', (body) => ({ ...body, asked: 'mood' })],
  'PUT worth': ['score.set', (body) => ({ ...body, asked: 'worth' })],
  'PUT check-in': ['question.hide', same],
  'POST check-in/next-question': ['question.next', same],
  'PUT check-in/turn': ['turn.set', same],
  ...demoCalls,
};

/** Null if the demo cannot answer. */
function commandOf(method: string, path: string, body: unknown): Command | null {
  const [, place = '', id] = /^(.*?)(?:\/([0-9a-f-]{36}))?$/.exec(path) ?? [];
  const [name, toInput] = calls[`${method} ${place}`] ?? [];
  if (name === undefined || !toInput) return null;
  return { name, input: toInput({ ...Body.parse(body ?? {}), ...(id !== undefined && { id }) }) };
}
