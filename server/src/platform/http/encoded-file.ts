// A file that the process keeps in memory, compressed once, and answers by its tag where the reader has it.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

export interface EncodedFile {
  type: string;
  /** The hash of the decoded text. An answer's own tag names its encoding, too. */
  hash: string;
  bodies: Record<Encoding, Buffer>;
}

// The highest level takes seconds for a file of a megabyte.
const largeBytes = 200_000;
const quickQuality = 5;

/** Compresses off the event loop. */
export async function encodeFile(type: string, bytes: Buffer): Promise<EncodedFile> {
  const quality = bytes.length > largeBytes ? quickQuality : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ]);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { type, hash, bodies: { br, gzip: gz, identity: bytes } };
}

/** Brotli before gzip, unless the client refuses it by `q=0`. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Answers 304 to a reader that has the file, so that reading it again sends nothing. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash, bodies }: EncodedFile,
): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const tag = `"${hash}-${encoding}"`;
  reply
    .header('Cache-Control', 'no-cache')
    .header('ETag', tag)
    .header('Vary', [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (reply.statusCode === 200 && knownTags(request).includes(tag)) return reply.status(304).send();
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.type(type).send(bodies[encoding]);
}

/** A proxy may have made a tag weak, which a read does not mind. */
function knownTags(request: FastifyRequest): string[] {
  const header = request.headers['if-none-match'] ?? '';
  return header.split(',').map((each) => each.trim().replace(/^W\//, ''));
}
