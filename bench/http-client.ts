// A minimal HTTP client, so that the bench measures the server and not the client.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Ask {
  method?: string;
  url: string;
  token?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  text: string;
  type: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

export function ask({ method = 'GET', url, token, key, body, headers }: Ask): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        agent,
        headers: {
          ...headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(sent !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(sent),
          }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const type = answer.headers['content-type'] ?? '';
          resolve({ status: answer.statusCode ?? 0, text, type });
        });
      },
    );
    asked.once('error', reject);
    asked.end(sent);
  });
}

const mostTries = 100;
const betweenTriesMs = 50;

/** Retries on 503, like a page. Throws if the response is not 2xx. */
export async function askOk(options: Ask): Promise<string> {
  let answer = await ask(options);
  for (let tries = 1; answer.status === 503 && tries < mostTries; tries += 1) {
    await pause(betweenTriesMs);
    answer = await ask(options);
  }
  const { status, text } = answer;
  if (status < 200 || status >= 300) {
    throw new Error(`${options.method ?? 'GET'} ${options.url}: ${status} ${text}`);
  }
  return text;
}

/** Runs the work with `atOnce` tasks in parallel. Resolves with the total duration in ms. */
export async function runAll(
  work: Iterable<() => Promise<unknown>>,
  atOnce: number,
): Promise<number> {
  const left = work[Symbol.iterator]();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) await next.value();
    }),
  );
  return performance.now() - began;
}

/** Returns calls per second with `atOnce` concurrent calls. */
export async function ratePerSecond(
  call: () => Promise<unknown>,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const ms = await runAll(
    (function* () {
      while (performance.now() < end) {
        count += 1;
        yield call;
      }
    })(),
    atOnce,
  );
  return (count / ms) * 1000;
}
