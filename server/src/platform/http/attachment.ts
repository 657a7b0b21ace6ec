// Responses that browsers download (RFC 6266, RFC 8187).
import type { FastifyReply } from 'fastify';

/** Escapes everything except letters, digits and some punctuation, so that no name can break out of the header. */
function extended(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `Content-Disposition` of a download, with an ASCII fallback for clients without RFC 8187. */
function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended(name.toWellFormed())}`;
}

/** Sets the file's name and type. The route's handler returns the content. */
export function asFile(reply: FastifyReply, { name, type }: { name: string; type: string }): void {
  reply.type(type).header('content-disposition', attachment(name));
}
