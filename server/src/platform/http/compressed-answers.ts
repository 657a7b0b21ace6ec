// Compresses large answers, in one gzip stream of parts that know nothing of each other.
//
// The length of a compressed text tells what repeats in it (BREACH). A person who writes on a board and sees how much
// others receive could guess, letter by letter, what stands beside their words. Only routes that say so are compressed.
// In a board's answer, the ticket and what the reader alone may know are stored as they are, without compression.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { acceptedEncoding, varyByEncoding } from './encoded-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Compressed if large. It must hold no secret of its reader, unless it comes in `parts`. */
    compresses?: boolean;
  }
  interface FastifyReply {
    /** The parts of the answer, if not all of them may be compressed. */
    parts?: readonly AnswerPart[];
  }
}

export interface AnswerPart {
  text: string;
  /** An object that is the same for all readers of this text. Null for what only one reader may know. */
  sharedBy: object | null;
}

/** Smaller answers travel in a few packets anyway. */
const smallest = 4096;
/** 400 KB take 3 ms, and a higher level saves little. */
const level = 1;
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);

const deflate = promisify(deflateRaw);
const deflatedBy = new WeakMap<object, { text: string; bytes: Promise<Buffer> }>();

export function compressAnswers(app: Api): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.compresses) route.onSend = compress;
  });
}

async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<unknown> {
  if (typeof answer !== 'string') return answer;
  varyByEncoding(reply);
  const accepted = acceptedEncoding(request.headers['accept-encoding'], ['gzip']);
  if (answer.length < smallest || accepted === 'identity') return answer;
  reply.header('Content-Encoding', accepted);
  return gzip(reply.parts ?? [{ text: answer, sharedBy: {} }]);
}

async function gzip(parts: readonly AnswerPart[]): Promise<Buffer> {
  const blocks = await Promise.all(parts.map(deflated));
  const end = Buffer.alloc(10);
  // An empty last block, then the checksum and the length.
  end[0] = 3;
  let [sum, length] = [0, 0];
  for (const { text } of parts) {
    sum = crc32(text, sum);
    length += Buffer.byteLength(text);
  }
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(length, 6);
  return Buffer.concat([gzipHead, ...blocks, end]);
}

/** Readers of the same text share its compression. */
function deflated({ text, sharedBy }: AnswerPart): Promise<Buffer> {
  const known = sharedBy && deflatedBy.get(sharedBy);
  if (known?.text === text) return known.bytes;
  const options = { level: sharedBy ? level : 0, finishFlush: constants.Z_SYNC_FLUSH };
  const bytes = deflate(text, options);
  if (sharedBy) deflatedBy.set(sharedBy, { text, bytes });
  return bytes;
}
