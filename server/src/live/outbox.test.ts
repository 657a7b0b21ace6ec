import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { EncodedChange } from './change-frames.ts';
import { Outbox } from './outbox.ts';

const event = (seq: number): EncodedChange => {
  const bytes = Buffer.from(`${seq}`);
  return { seq, bytesFor: () => bytes, basicFramesFor: () => [bytes] };
};

describe('the outbox', () => {
  it('S-33: sends the log, then held frames, each once and in order, however they overlap', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(10), fc.nat(10), (since, missed, later) => {
        const sent: number[] = [];
        const outbox = new Outbox({ send: ({ seq }) => sent.push(seq) });
        const end = since + missed + later;
        // Live changes overlap with the end of the replayed log.
        for (let seq = since + 1 + Math.floor(missed / 2); seq <= end; seq += 1) {
          outbox.offer(event(seq));
        }
        outbox.replay(Array.from({ length: missed }, (_, index) => event(since + 1 + index)));
        outbox.resume(since + missed);
        outbox.offer(event(end + 1));
        expect(sent).toEqual(Array.from({ length: end + 1 - since }, (_, i) => since + 1 + i));
      }),
    );
  });

  it('S-33: sends nothing before it is resumed', () => {
    const sent: number[] = [];
    const outbox = new Outbox({ send: ({ seq }) => sent.push(seq) });
    outbox.offer(event(5));
    expect(sent).toEqual([]);
  });
});
