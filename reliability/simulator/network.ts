// The way of simulated pages to the nodes over HTTP: each call waits until it is let through, its answer again, and
// either may be lost. The pages' own `fetch` leads here.
import type { Random } from './random.ts';

/** Who calls; a dead page hears nothing any more. */
export interface Sender {
  name: string;
  token: string;
  isDead: boolean;
}

export interface Answer {
  status: number;
  body: string;
}

export interface Call {
  sender: Sender;
  method: string;
  path: string;
  body: string | null;
  headers: Record<string, string>;
}

/** A node's answer, or null where it died over it. */
export type Serve = (call: Call) => Promise<Answer | null>;

interface Exchange {
  call: Call;
  state: 'asked' | 'served' | 'answered';
  answer: Answer | null;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class Network {
  readonly #serve: Serve;
  readonly #note: (what: string) => void;
  readonly #deliver: (call: Call, answer: Answer) => void;
  #exchanges: Exchange[] = [];
  /** Who is calling right now: a page's call begins in the same breath. */
  #caller: Sender | null = null;

  constructor(on: {
    serve: Serve;
    note(what: string): void;
    delivered(call: Call, answer: Answer): void;
  }) {
    this.#serve = (call) => on.serve(call);
    this.#note = (what) => on.note(what);
    this.#deliver = (call, answer) => on.delivered(call, answer);
  }

  get size(): number {
    return this.#exchanges.length;
  }

  /** Runs what begins a call in somebody's name. */
  as<T>(sender: Sender, act: () => T): T {
    const before = this.#caller;
    this.#caller = sender;
    try {
      return act();
    } finally {
      this.#caller = before;
    }
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const sender = this.#caller;
    if (!sender) throw new Error('nobody is calling');
    if (typeof input !== 'string') throw new Error('the client core calls by paths');
    const path = input;
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = typeof init?.body === 'string' ? init.body : null;
    const call = { sender, method: init?.method ?? 'GET', path, body, headers };
    const { status, body: text } = await this.send(call, init?.signal ?? null);
    const isEmpty = status === 204 || text === '';
    return new Response(isEmpty ? null : text, { status });
  };

  send(call: Call, signal: AbortSignal | null = null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const exchange: Exchange = { call, state: 'asked', answer: null, resolve, reject };
      this.#exchanges.push(exchange);
      signal?.addEventListener('abort', () => {
        this.#forget(exchange);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }

  /** Lets some of what waits through, each with this probability; order is chance's too. */
  pump(random: Random, probability: number): void {
    for (const exchange of this.#exchanges.slice()) {
      if (exchange.state === 'served' || !random.chance(probability)) continue;
      if (exchange.state === 'asked') this.#toServer(exchange);
      else this.#toClient(exchange);
    }
  }

  /** Loses one call, on its way there or back; tells which. */
  loseOne(random: Random): 'call' | 'answer' | null {
    const waiting = this.#exchanges.filter(({ state }) => state !== 'served');
    if (waiting.length === 0) return null;
    const lost = random.pick(waiting);
    this.#fail(lost);
    return lost.state === 'asked' ? 'call' : 'answer';
  }

  /** The page is left: what it asked may still arrive, but it hears nothing of it. */
  abandon(sender: Sender): void {
    for (const exchange of this.#exchanges) {
      if (exchange.call.sender === sender && exchange.state === 'answered') this.#forget(exchange);
    }
  }

  #toServer(exchange: Exchange): void {
    exchange.state = 'served';
    void this.#serve(exchange.call).then((answer) => {
      if (!this.#exchanges.includes(exchange)) return;
      const { sender, method, path } = exchange.call;
      this.#note(`${sender.name} ${method} ${path}: ${answer?.status ?? 'lost'}`);
      if (!answer) {
        this.#fail(exchange);
        return;
      }
      exchange.answer = answer;
      exchange.state = 'answered';
      if (sender.isDead) this.#forget(exchange);
    });
  }

  #toClient(exchange: Exchange): void {
    const { call, answer } = exchange;
    this.#forget(exchange);
    if (!answer || call.sender.isDead) return;
    this.#deliver(call, answer);
    exchange.resolve(answer);
  }

  #fail(exchange: Exchange): void {
    this.#forget(exchange);
    if (!exchange.call.sender.isDead) exchange.reject(new TypeError('the network lost it'));
  }

  #forget(exchange: Exchange): void {
    this.#exchanges = this.#exchanges.filter((each) => each !== exchange);
  }
}
