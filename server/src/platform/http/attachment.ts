// Answers that the browser saves as files (RFC 6266, RFC 8187).
import type { FastifyReply } from 'fastify';

/** Every byte but letters, digits and a few signs is escaped: no name can end the value or begin a header. */
function extended(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `Content-Disposition` of a download; programs that read no UTF-8 there get the name in ASCII. */
function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended(name.toWellFormed())}`;
}

/** Names the answer's file and its type; the call returns its content. */
export function asFile(reply: FastifyReply, { name, type }: { name: string; type: string }): void {
  reply.type(type).header('content-disposition', attachment(name));
}
