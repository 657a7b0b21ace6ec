import { describe, expect, it } from 'vitest';

import { HashingGate, type Source } from './hashing-gate.ts';

const size = { concurrency: 1, waiting: 6, waitingPerBlock: 4 };

/** Builds a gate with work that the test completes. `started`: names in order. */
function buildGate() {
  const gate = new HashingGate(size);
  const started: string[] = [];
  const running: (() => void)[] = [];
  return {
    started,
    ask(name: string, source: Partial<Source> = {}): Promise<string> {
      return gate
        .pass({ block: '203.0.113.1', isKnown: false, ...source }, async () => {
          started.push(name);
          await new Promise<void>((resolve) => running.push(resolve));
          return name;
        })
        .catch(() => `${name} refused`);
    },
    /** Completes running work one by one until the queue is empty. */
    async drain(all: Promise<string>[]): Promise<string[]> {
      let done = false;
      const answers = Promise.all(all).finally(() => (done = true));
      while (!done) {
        running.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return answers;
    },
  };
}

describe('the hashing gate', () => {
  it('serves addresses in turn, however many calls each has waiting', async () => {
    const gate = buildGate();
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => gate.ask(name, { block: 'a' }));
    all.push(gate.ask('b1', { block: 'b' }), gate.ask('c1', { block: 'c' }));
    await gate.drain(all);
    expect(gate.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('gives every second turn to known places', async () => {
    const gate = buildGate();
    const all = ['a', 'b', 'c', 'd', 'e'].map((block) => gate.ask(block, { block }));
    all.push(gate.ask('known 1', { isKnown: true }), gate.ask('known 2', { isKnown: true }));
    await gate.drain(all);
    expect(gate.started).toEqual(['a', 'known 1', 'b', 'known 2', 'c', 'd', 'e']);
  });

  it('refuses an address beyond its share', async () => {
    const gate = buildGate();
    const all = [1, 2, 3, 4, 5, 6].map((number) => gate.ask(`a${number}`, { block: 'a' }));
    expect((await gate.drain(all)).at(-1)).toBe('a6 refused');
    expect(gate.started).toHaveLength(5);
  });

  it('makes room for another address by dropping a call of the longest queue', async () => {
    const gate = buildGate();
    const all = [gate.ask('running', { block: 'x' })];
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) {
      all.push(gate.ask(name, { block: name.slice(0, 1) }));
    }
    all.push(gate.ask('c1', { block: 'c' }));
    const answers = await gate.drain(all);
    expect(answers).toContain('a4 refused');
    expect(answers).toContain('c1');
  });

  it('keeps room for known places while strangers fill the queue', async () => {
    const gate = buildGate();
    const strangers = Array.from({ length: 40 }, (_, number) =>
      gate.ask(`s${number}`, { block: `block ${number}` }),
    );
    const known = gate.ask('known', { isKnown: true });
    const answers = await gate.drain([...strangers, known]);
    expect(answers.at(-1)).toBe('known');
    expect(gate.started.indexOf('known')).toBe(1);
    expect(answers.filter((answer) => answer.endsWith('refused'))).toHaveLength(33);
  });
});
