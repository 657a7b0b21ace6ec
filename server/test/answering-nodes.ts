// Two servers that answer with their address, and what a balancer in front of them must do with the requests of meetings.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect } from 'vitest';

import { freePort } from './free-port.ts';

const meetings = 40;

export interface AnsweringNode extends AsyncDisposable {
  /** HOST:PORT. */
  address: string;
}

export async function startAnsweringNode(): Promise<AnsweringNode> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const server = createServer((_, answer) => answer.end(address)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Stops the first node. `ask` resolves to the body of an answer through the balancer. */
export async function expectMeetingsOnOneNode(
  [first, second]: readonly [AnsweringNode, AnsweringNode],
  ask: (target: string) => Promise<string>,
): Promise<void> {
  const ids = Array.from({ length: meetings }, () => randomUUID());
  async function nodesOf(id: string): Promise<string[]> {
    const targets = [
      `meetings/${id}`,
      `meetings/${id}/notes`,
      `ws/meetings/${id}?token=x`,
      // A node remembers who has rated an action item.
      `actions/${id}/outcome`,
    ];
    const answers = await Promise.all(targets.map((target) => ask(`/api/v1/${target}`)));
    return [...new Set(answers)];
  }
  const nodes = await Promise.all(ids.map(nodesOf));
  expect(new Set(nodes.map(({ length }) => length))).toEqual(new Set([1]));
  expect(new Set(nodes.flat())).toEqual(new Set([first.address, second.address]));
  await first[Symbol.asyncDispose]();
  for (const id of ids) await expect.poll(() => nodesOf(id)).toEqual([second.address]);
}
