// Sends requests to a product from a process of its own, so that sending them is not counted as the product's work.
import { Agent, request } from 'node:http';

import { z } from 'zod';

const Load = z.object({
  url: z.string(),
  token: z.string(),
  /** Requests that are under way at any time. */
  atOnce: z.number(),
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      body: z.string().optional(),
      key: z.string().optional(),
    }),
  ),
});
export type Load = z.infer<typeof Load>;
type Sent = Load['requests'][number];

const agent = new Agent({ keepAlive: true });

function send({ url, token }: Load, { method, path, body, key }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const asked = request(`${url}/api/v1${path}`, { method, headers, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 300) reject(new Error(`${method} ${path} answered ${statusCode}`));
      answer.resume().once('end', resolve);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** Resolves with the ms that all of it took. */
async function run(load: Load): Promise<number> {
  const left = load.requests.values();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: load.atOnce }, async () => {
      for (const each of left) await send(load, each);
    }),
  );
  return performance.now() - began;
}

process.on('message', (message) => {
  void run(Load.parse(message)).then(
    (ms) => process.send?.({ ms }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
