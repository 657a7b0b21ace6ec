// JSON in production, readable lines otherwise. Never logs user text or secrets.
import type { Writable } from 'node:stream';

import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';

export interface LogOptions {
  production: boolean;
  level: string;
  /** Node name, for shared logs. */
  node?: string;
  /** Output stream. Default: stdout. */
  to?: Writable;
}

// SQLSTATE class 22: data errors. PostgreSQL's messages quote the data.
const aboutData = /^22/;
// Mail servers name rejected recipients.
const address = /[^\s<>"'@]+@[^\s<>"'@]+/g;

// Maximum length to process: the patterns are quadratic in the worst case, and a message may quote a whole request.
const maxMessageRead = 2000;

/** Shortens a message to one line, without data quoted by PostgreSQL. */
function messageOf(error: Error): string {
  const isAboutData = 'code' in error && aboutData.test(String(error.code));
  const read = error.message.slice(0, maxMessageRead);
  const message = isAboutData ? read.replaceAll(/".*(?:"|$)/gs, '"…"') : read;
  return message.replaceAll(address, '…@…').replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** Only stack frames. The message before them may contain lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  const lines = frames.split('\n').map((line) => line.trim());
  return lines.filter((line) => /^at .*:\d+:\d+\)?$/.test(line));
}

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  // A failed query's own message contains user text, so only its cause is logged.
  const cause = 'params' in error && error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
  return {
    type: cause.name,
    ...code,
    message: messageOf(cause),
    stack: framesOf(cause).join('\n'),
  };
}

function serializeCause(error: unknown) {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { stack: _, ...serialized } = { stack: '', ...serializeError(cause) };
  return serialized;
}

/** Maximum characters buffered while stdout is blocked. Further lines are dropped. */
const maxBufferedCharacters = 500_000;

/** Drops lines if the disk is full or the reader is gone. Pino would exit or block the process. */
function standardOutput({ sync }: { sync: boolean }): DestinationStream {
  const output = pino.destination({ dest: 1, sync, maxLength: maxBufferedCharacters });
  const flushSync = output.flushSync.bind(output);
  let isWritable = true;
  output.on('error', () => (isWritable = false));
  output.on('write', () => (isWritable = true));
  output.flushSync = () => {
    if (isWritable) flushSync();
  };
  return output;
}

export function openLog({ production, level, node, to }: LogOptions): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: serializeError, cause: serializeCause },
  };
  if (production) {
    const machineReadable = { ...options, base: node === undefined ? null : { node } };
    return pino(machineReadable, to ?? standardOutput({ sync: false }));
  }
  const lines = {
    ignore: 'reqId,address,userId',
    singleLine: true,
    sync: true,
    destination: to ?? standardOutput({ sync: true }),
  };
  return pino(options, PinoPretty(lines));
}
