// Collects metrics. Does nothing unless METRICS_PORT is set, in which case `prometheus.ts` records them.
import type { MeetingId } from '@wentwell/contract/ids';

import { keepRecent } from '#server/platform/keep-recent';

interface Metric {
  help: string;
  /** Labels must have few values: never ids or anything that clients can choose. */
  labels: readonly string[];
}

export const counters = {
  commands: { help: 'Changes asked for over HTTP', labels: ['kind', 'result'] },
  commands_repeated: { help: 'Changes answered from their receipt', labels: [] },
  frames: { help: 'Frames of clients', labels: ['type'] },
  sockets_closed: { help: 'Sockets that ended', labels: ['code'] },
  sockets_refused: { help: 'Sockets that were not let in', labels: ['reason'] },
  resumes: { help: 'Sockets that asked for what they missed', labels: ['result'] },
  slow_readers: { help: 'Sockets closed because their client reads too slowly', labels: [] },
  divergences: { help: 'Boards of clients that differ from the history', labels: [] },
  late_polls: {
    help: 'Reads of the heads that found changes which had not come by Redis',
    labels: [],
  },
  history_renewals: {
    help: 'Times this node found that the database went on from an earlier state',
    labels: [],
  },
  mails: { help: 'Attempts to send an email', labels: ['result'] },
  housekeeping_runs: { help: 'Housekeeping jobs', labels: ['task', 'result'] },
} as const satisfies Record<string, Metric>;

export const timers = {
  http_request: { help: 'Answers over HTTP', labels: ['method', 'route', 'status'] },
  commit: { help: 'From COMMIT to its answer', labels: [] },
  commit_to_socket: {
    help: 'From the answer to COMMIT until all sockets of this node have the event',
    labels: [],
  },
} as const satisfies Record<string, Metric>;

export type CounterName = keyof typeof counters;
export type TimerName = keyof typeof timers;
type Values<L extends readonly string[]> = { [I in keyof L]: string };
export type CounterLabels<N extends CounterName> = Values<(typeof counters)[N]['labels']>;
export type TimerLabels<N extends TimerName> = Values<(typeof timers)[N]['labels']>;

export interface Recorder {
  count<N extends CounterName>(name: N, labels: CounterLabels<N>): void;
  time<N extends TimerName>(name: N, ms: number, labels: TimerLabels<N>): void;
}

let recorder: Recorder | null = null;

/** Records for the whole process. Returns a function that stops the recording. */
export function recordTo(next: Recorder): () => void {
  recorder = next;
  return () => {
    if (recorder === next) recorder = null;
    undelivered.clear();
  };
}

export function count<N extends CounterName>(name: N, ...labels: CounterLabels<N>): void {
  recorder?.count(name, labels);
}

export function time<N extends TimerName>(name: N, ms: number, ...labels: TimerLabels<N>): void {
  recorder?.time(name, ms, labels);
}

// Committed but undelivered changes. Changes of boards without sockets here stay until evicted.
const undelivered = new Map<string, number>();
const maxUndelivered = 1000;

function eventKey(meetingId: MeetingId, seq: number): string {
  return `${meetingId} ${seq}`;
}

/** Starts timing a change that this node has committed, until `delivered`. Uses only this node's clock. */
export function committed(meetingId: MeetingId, seq: number): void {
  if (recorder === null) return;
  keepRecent(undelivered, [eventKey(meetingId, seq), performance.now()], maxUndelivered);
}

/** This node has written the change to all its sockets of the board. */
export function delivered(meetingId: MeetingId, seq: number): void {
  if (recorder === null) return;
  const key = eventKey(meetingId, seq);
  const since = undelivered.get(key);
  if (since === undefined || !undelivered.delete(key)) return;
  recorder.time('commit_to_socket', performance.now() - since, []);
}
