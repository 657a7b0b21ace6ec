// A file in memory, compressed once, with ETag-based revalidation.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

export interface EncodedFile {
  type: string;
  /** Hash of the uncompressed bytes. The ETag also includes the encoding. */
  hash: string;
  bodies: Record<Encoding, Buffer>;
}

// The highest level takes seconds per megabyte.
const largeBytes = 200_000;
const quickQuality = 5;

/** Compresses asynchronously, off the event loop. */
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

/** `offered`: from the best on. `q=0` excludes an encoding. */
export function acceptedEncoding<const E extends Encoding>(
  header: string | string[] | undefined,
  offered: readonly E[],
): E | 'identity' {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  return offered.find((each) => accepted.includes(each)) ?? 'identity';
}

export function varyByEncoding(reply: FastifyReply): void {
  reply.header('Vary', [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
}

/** Responds with 304 if the client has the file. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash, bodies }: EncodedFile,
): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  const tag = `"${hash}-${encoding}"`;
  varyByEncoding(reply);
  reply.header('Cache-Control', 'no-cache').header('ETag', tag);
  if (reply.statusCode === 200 && knownTags(request).includes(tag)) return reply.status(304).send();
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.type(type).send(bodies[encoding]);
}

/** Proxies may weaken an ETag, which is irrelevant for reads. */
function knownTags(request: FastifyRequest): string[] {
  const header = request.headers['if-none-match'] ?? '';
  return header.split(',').map((each) => each.trim().replace(/^W\//, ''));
}
