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
/** A compression takes 256 KB of memory, which shorter parts are not worth. */
const smallestPart = 1024;
const storedMax = 0xffff;
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
  const blocks: Buffer[] = [gzipHead];
  let [sum, length] = [0, 0];
  // One after the other, because a board's own records may divide it into hundreds of parts.
  for (const part of parts) {
    blocks.push(await blocksOf(part));
    sum = crc32(part.text, sum);
    length += Buffer.byteLength(part.text);
  }
  const end = Buffer.alloc(10);
  // An empty last block, then the checksum and the length.
  end[0] = 3;
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(length, 6);
  return Buffer.concat([...blocks, end]);
}

function blocksOf({ text, sharedBy }: AnswerPart): Promise<Buffer> | Buffer {
  return sharedBy && text.length >= smallestPart ? deflated(text, sharedBy) : stored(text);
}

/** Readers of the same text share its compression. */
function deflated(text: string, sharedBy: object): Promise<Buffer> {
  const known = deflatedBy.get(sharedBy);
  if (known?.text === text) return known.bytes;
  const bytes = deflate(text, { level, finishFlush: constants.Z_SYNC_FLUSH });
  deflatedBy.set(sharedBy, { text, bytes });
  return bytes;
}

/** Blocks of a deflate stream that hold the text as it is. */
function stored(text: string): Buffer {
  const bytes = Buffer.from(text);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += storedMax) {
    const block = bytes.subarray(at, at + storedMax);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(storedMax - block.length, 3);
    blocks.push(head, block);
  }
  return Buffer.concat(blocks);
}
