// Simulated HTTP between pages and nodes. Requests and responses wait until delivered, and may be lost. Pages' `fetch`
// uses it.
import { boardSeqHeader } from '@wentwell/contract/api/headers';

import type { Random } from './random.ts';

/** A dead sender (closed page) receives no more responses. */
export interface Sender {
  name: string;
  token: string;
  /** Author identity in an anonymous meeting. */
  author: string;
  isDead: boolean;
}

export interface Answer {
  status: number;
  body: string;
  boardSeq?: string;
  /** Sent by a proxy, not by a node. */
  isForeign?: true;
}

/** A response of a web filter that looks like the server's. */
const foreignAnswer: Answer = { status: 204, body: '', isForeign: true };
const foreignEvery = 3;

export interface Call {
  sender: Sender;
  method: string;
  path: string;
  body: string | null;
  headers: Record<string, string>;
}

/** Resolves with the node's response, or null if it died first. */
export type HandleCall = (call: Call) => Promise<Answer | null>;

interface Exchange {
  call: Call;
  state: 'asked' | 'served' | 'answered';
  answer: Answer | null;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class Network {
  readonly #handle: HandleCall;
  readonly #trace: (what: string) => void;
  readonly #onAnswer: (call: Call, answer: Answer) => void;
  #exchanges: Exchange[] = [];
  #losses = 0;
  /** The sender of `fetch` calls. */
  readonly #caller: () => Sender | undefined;

  constructor(on: {
    handle: HandleCall;
    caller(): Sender | undefined;
    trace(what: string): void;
    onAnswer(call: Call, answer: Answer): void;
  }) {
    this.#handle = (call) => on.handle(call);
    this.#caller = () => on.caller();
    this.#trace = (what) => on.trace(what);
    this.#onAnswer = (call, answer) => on.onAnswer(call, answer);
  }

  get size(): number {
    return this.#exchanges.length;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const sender = this.#caller();
    if (!sender) throw new Error('nobody is calling');
    if (typeof input !== 'string') throw new Error('the client core calls by paths');
    const path = input;
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = typeof init?.body === 'string' ? init.body : null;
    const call = { sender, method: init?.method ?? 'GET', path, body, headers };
    const answer = await this.send(call, init?.signal ?? null);
    const { status, body: text, boardSeq, isForeign } = answer;
    const isEmpty = status === 204 || text === '';
    const answerHeaders = new Headers({ 'x-request-id': 'simulated' });
    const key = headers['idempotency-key'];
    if (key !== undefined && !isForeign) answerHeaders.set('idempotency-key', key);
    if (boardSeq !== undefined) answerHeaders.set(boardSeqHeader, boardSeq);
    return new Response(isEmpty ? null : text, { status, headers: answerHeaders });
  };

  send(call: Call, signal: AbortSignal | null = null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const exchange: Exchange = { call, state: 'asked', answer: null, resolve, reject };
      this.#exchanges.push(exchange);
      signal?.addEventListener('abort', () => {
        this.#remove(exchange);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }

  /** Delivers each pending request and response with this probability. */
  deliverSome(random: Random, probability: number): void {
    for (const exchange of this.#exchanges.slice()) {
      if (exchange.state === 'served' || !random.chance(probability)) continue;
      if (exchange.state === 'asked') this.#toServer(exchange);
      else this.#toClient(exchange);
    }
  }

  /** Loses a request or response and returns which. For every third, a proxy sends a foreign response. */
  loseOne(random: Random): 'call' | 'answer' | null {
    const waiting = this.#exchanges.filter(({ state }) => state !== 'served');
    if (waiting.length === 0) return null;
    const lost = random.pick(waiting);
    this.#losses += 1;
    if (this.#losses % foreignEvery === 0) {
      this.#remove(lost);
      lost.resolve(foreignAnswer);
    } else this.#fail(lost);
    return lost.state === 'asked' ? 'call' : 'answer';
  }

  /** Requests of a closed page may still arrive. Their responses do not. */
  onSenderClosed(sender: Sender): void {
    for (const exchange of this.#exchanges) {
      if (exchange.call.sender === sender && exchange.state === 'answered') this.#remove(exchange);
    }
  }

  #toServer(exchange: Exchange): void {
    exchange.state = 'served';
    void this.#handle(exchange.call).then((answer) => {
      if (!this.#exchanges.includes(exchange)) return;
      const { sender, method, path } = exchange.call;
      this.#trace(`${sender.name} ${method} ${path}: ${answer?.status ?? 'lost'}`);
      if (!answer) {
        this.#fail(exchange);
        return;
      }
      exchange.answer = answer;
      exchange.state = 'answered';
      if (sender.isDead) this.#remove(exchange);
    });
  }

  #toClient(exchange: Exchange): void {
    const { call, answer } = exchange;
    this.#remove(exchange);
    if (!answer || call.sender.isDead) return;
    this.#onAnswer(call, answer);
    exchange.resolve(answer);
  }

  #fail(exchange: Exchange): void {
    this.#remove(exchange);
    if (!exchange.call.sender.isDead) exchange.reject(new TypeError('the network lost it'));
  }

  #remove(exchange: Exchange): void {
    this.#exchanges = this.#exchanges.filter((each) => each !== exchange);
  }
}
