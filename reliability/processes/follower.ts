// A client that follows a board despite node failures. Like a page, it reconnects and resumes from its last event.
import { setTimeout as pause } from 'node:timers/promises';

import type { ServerFrame } from '@wentwell/contract/live/live';

import { openLiveClient } from '../../server/test/live-client.ts';
import { type Board, liveAddress } from './board.ts';

const pollMs = 100;
/** Idle timeout of a page's socket, in ms. */
const silenceMax = 4000;
const retryAfter = 100;

export interface Follower extends AsyncDisposable {
  /** In order of arrival. */
  readonly seqs: readonly number[];
  /** Number of requested snapshot reloads, which users would notice. */
  readonly resyncs: number;
  readonly sockets: number;
}

/** Follows until disposed. */
export function follow(url: string, board: Board, since: number): Follower {
  const seqs: number[] = [];
  const state = { resyncs: 0, sockets: 0, isFollowing: true };

  function onFrame(frame: ServerFrame | undefined): void {
    if (frame === undefined) return;
    if (frame.type === 'resync') state.resyncs += 1;
    else if ('seq' in frame) seqs.push(frame.seq);
  }

  /** Resolves when the socket has ended or timed out. */
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
      // Frames that arrive after the timeout are ignored, because a new socket replaces this one.
      for (; heard < socket.frames.length; heard += 1) onFrame(socket.frames[heard]);
      if (!isOver) await pause(pollMs);
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
