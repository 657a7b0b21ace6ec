import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import { z } from 'zod';

import { ApiError } from '#web/api/request';

import type { CommandStore, StoredCommand } from '../command-store.ts';
import type { QueuedCommand } from '../queued-command.ts';
import { noteIdOf } from './fake-board-server.ts';

const Intent = z.object({ note: z.number(), text: z.string(), isNew: z.boolean() });
type Intent = z.infer<typeof Intent>;

/** One attempt at a command; the test accepts or fails it. */
export interface SentCommand extends Intent {
  key: string;
  signal: AbortSignal;
  /** `seq`: that of the answer. Without one, the board is confirmed by its text. */
  accept(seq?: number): void;
  fail(error: Error): void;
}

/** Commands that write a note's text. Records what was sent and refused. */
export class FakeCommands {
  readonly sent: SentCommand[] = [];
  readonly refusals: {
    text: string;
    error: unknown;
    board: Board | null;
    later: readonly unknown[];
  }[] = [];

  readonly create = (intent: Intent): QueuedCommand => ({
    kind: 'write',
    input: intent,
    queueKey: String(intent.note),
    startsQueue: intent.isNew,
    boardCommand: writing(intent),
    send: (key, signal) =>
      new Promise((resolve, reject) => {
        const isConfirmed = (board: Board): boolean => textOf(board, intent.note) === intent.text;
        this.sent.push({
          ...intent,
          key,
          signal,
          accept: (seq) => resolve(seq === undefined ? { isConfirmed } : { seq }),
          fail: reject,
        });
      }),
    onRefused: (error, board, later = []) =>
      this.refusals.push({ text: intent.text, error, board, later }),
  });

  readonly deserialize = (kind: string, input: unknown): QueuedCommand | null => {
    const intent = kind === 'write' ? Intent.safeParse(input).data : undefined;
    return intent ? this.create(intent) : null;
  };

  add(note: number, text: string): QueuedCommand {
    return this.create({ note, text, isNew: true });
  }

  edit(note: number, text: string): QueuedCommand {
    return this.create({ note, text, isNew: false });
  }

  /** The last attempt. */
  last(): SentCommand {
    const last = this.sent.at(-1);
    if (!last) throw new Error('nothing was sent yet');
    return last;
  }

  texts(): string[] {
    return this.sent.map(({ text }) => text);
  }
}

function textOf(board: Board, digit: number): string | undefined {
  return board.notes.find((note) => note.id === noteIdOf(digit))?.content;
}

function writing({ note, text: content, isNew }: Intent): Command {
  return { name: isNew ? 'note.add' : 'note.update', input: { id: noteIdOf(note), content } };
}

export interface MemoryStore extends CommandStore {
  all(): StoredCommand[];
  /** Another page closes, and its commands go to this one. */
  addOrphans(commands: StoredCommand[]): void;
}

/** Survives a reload: pass the same store to the next page. */
export function memoryStore(): MemoryStore {
  let kept: StoredCommand[] = [];
  let onOrphans: (commands: StoredCommand[]) => void = () => {};
  return {
    all: () => kept,
    addOrphans: (commands) => {
      kept = [...kept, ...commands];
      onOrphans(commands);
    },
    open: (listener) => {
      onOrphans = listener;
      listener(kept);
      return () => {
        onOrphans = () => {};
      };
    },
    add: (command) => {
      kept = [...kept, structuredClone(command)];
    },
    remove: (key) => {
      kept = kept.filter((command) => command.key !== key);
    },
  };
}

/** An error response of the API. */
export function apiError(status: number, retryAfter: string | null = null): ApiError {
  const request = { method: 'GET', path: '/x' };
  const answer = { url: '/x', status, statusText: '', body: {}, requestId: null, retryAfter };
  return new ApiError({ ...answer, request });
}
