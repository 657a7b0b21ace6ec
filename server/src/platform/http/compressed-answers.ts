// Compresses large answers as one gzip stream of independent parts.
//
// The length of a compressed text reveals repetitions (BREACH): by writing on a board and watching how much others receive,
// a user could guess the text beside their own. So only routes with `compresses` compress. In a board's answer, the
// ticket and the reader's private parts are stored uncompressed.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './calls.ts';
import { acceptedEncoding, varyByEncoding } from './encoded-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Compresses large answers. They must contain no secret of the reader outside `parts`. */
    compresses?: boolean;
  }
  interface FastifyReply {
    /** Parts of the answer, if only some may be compressed. */
    parts?: readonly AnswerPart[];
  }
}

export interface AnswerPart {
  text: string;
  /** An object that all readers of this text share. Null for text that only one reader may know. */
  sharedBy: object | null;
}

/** Smaller answers fit into a few packets anyway. */
const smallest = 4096;
/** 400 KB take 3 ms. Higher levels save little. */
const level = 1;
/** Each compression needs 256 KB of memory, too much for shorter parts. */
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
  // Sequential, because private records may split a board into hundreds of parts.
  for (const part of parts) {
    blocks.push(await blocksOf(part));
    sum = crc32(part.text, sum);
    length += Buffer.byteLength(part.text);
  }
  const end = Buffer.alloc(10);
  // An empty final block, then checksum and length.
  end[0] = 3;
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(length, 6);
  return Buffer.concat([...blocks, end]);
}

function blocksOf({ text, sharedBy }: AnswerPart): Promise<Buffer> | Buffer {
  return sharedBy && text.length >= smallestPart ? deflated(text, sharedBy) : stored(text);
}

/** Readers of the same text share its compressed form. */
function deflated(text: string, sharedBy: object): Promise<Buffer> {
  const known = deflatedBy.get(sharedBy);
  if (known?.text === text) return known.bytes;
  const bytes = deflate(text, { level, finishFlush: constants.Z_SYNC_FLUSH });
  deflatedBy.set(sharedBy, { text, bytes });
  return bytes;
}

/** Deflate blocks with the uncompressed text. */
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
