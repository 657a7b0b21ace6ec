// deploy/nginx.conf and its node list, for a real nginx on free local ports.
import { readFile } from 'node:fs/promises';

import type { startNginxWith } from './nginx.ts';

const deploy = new URL('../../deploy/', import.meta.url);

export interface SamplePlace {
  /** The ports for HTTP and HTTPS. */
  http: number;
  https: number;
  /** HOST:PORT of each node. */
  nodes: readonly string[];
  /** Path of a file with certificate and key. */
  certificate: string;
  /** As behind a balancer that sends a meeting's requests to any node. */
  isSpread?: boolean;
}

/** Path of nginx's log in its folder. */
export function accessLogIn(folder: string): string {
  return `${folder}/access.log`;
}

/** Path of its error log: nginx's own problems, and nothing about requests. */
export function errorLogIn(folder: string): string {
  return `${folder}/error.log`;
}

/** The samples with other ports, paths and node addresses. */
export async function sampleNginx({
  http,
  https,
  nodes,
  certificate,
  isSpread = false,
}: SamplePlace): Promise<Parameters<typeof startNginxWith>[1]> {
  const list = await readFile(new URL('nginx-nodes.conf', deploy), 'utf8');
  const site = await readFile(new URL('nginx.conf', deploy), 'utf8');
  const config = `${isSpread ? list.replace(/^ *hash .*$/m, '') : list}${site}`
    .replace(/server 127\.0\.0\.1:3000(.*;)/, (_, options: string) =>
      nodes.map((node) => `server ${node}${options}`).join('\n'),
    )
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`)
    .replaceAll(/\/etc\/nginx\/certificates\/\w+\.pem/g, certificate);
  return (folder) =>
    config
      .replaceAll('/var/log/nginx/wentwell.log', accessLogIn(folder))
      .replaceAll('/var/log/nginx/wentwell-error.log', errorLogIn(folder));
}
