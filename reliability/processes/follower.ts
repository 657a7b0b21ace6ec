// Somebody who looks at a board through whatever happens to the nodes: reconnects from the last event that they have, as
// a page does, and asks for nothing else.
import { setTimeout as pause } from 'node:timers/promises';

import type { ServerFrame } from '@wentwell/contract/live';

import { openLiveClient } from '../../server/test/live-client.ts';
import { type Board, liveAddress } from './board.ts';

const lookEvery = 100;
/** A page gives a socket up after this silence, in ms. */
const silenceMax = 4000;
const retryAfter = 100;

export interface Follower extends AsyncDisposable {
  /** In the order of their arrival. */
  readonly seqs: readonly number[];
  /** How often the server told it to load the whole board, which a person would notice. */
  readonly resyncs: number;
  readonly sockets: number;
}

/** Follows until disposed. */
export function follow(url: string, board: Board, since: number): Follower {
  const seqs: number[] = [];
  const state = { resyncs: 0, sockets: 0, isFollowing: true };

  function hear(frame: ServerFrame | undefined): void {
    if (frame === undefined) return;
    if (frame.type === 'resync') state.resyncs += 1;
    else if ('seq' in frame) seqs.push(frame.seq);
  }

  /** Resolves when the socket is over, for whatever reason. */
  async function useSocket(): Promise<void> {
    const socket = await openLiveClient(await liveAddress(url, board, seqs.at(-1) ?? since));
    state.sockets += 1;
    let heard = 0;
    for (let isOver = false; !isOver && state.isFollowing;) {
      const answered = socket.roundTrip().then(
        () => false,
        () => true,
      );
      isOver = await Promise.race([
        answered,
        socket.closed.then(() => true),
        pause(silenceMax, true, { ref: false }),
      ]);
      // Frames that arrive later on a socket that was given up are not seen: another has taken its place.
      for (; heard < socket.frames.length; heard += 1) hear(socket.frames[heard]);
      if (!isOver) await pause(lookEvery);
    }
    void socket[Symbol.asyncDispose]();
  }

  async function run(): Promise<void> {
    while (state.isFollowing) {
      await useSocket().catch(() => undefined);
      if (state.isFollowing) await pause(retryAfter);
    }
  }

  const running = run();
  return {
    seqs,
    get resyncs() {
      return state.resyncs;
    },
    get sockets() {
      return state.sockets;
    },
    async [Symbol.asyncDispose]() {
      state.isFollowing = false;
      await running;
    },
  };
}
