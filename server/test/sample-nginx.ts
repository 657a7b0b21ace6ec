// deploy/nginx.conf and the list of nodes beside it, for a real nginx on free ports of this machine.
import { readFile } from 'node:fs/promises';

import { type startNginxWith } from './nginx.ts';

const deploy = new URL('../../deploy/', import.meta.url);

export interface SamplePlace {
  /** The ports for plain HTTP and for HTTPS. */
  http: number;
  https: number;
  /** HOST:PORT of each node. */
  nodes: readonly string[];
  /** The path of a file with certificate and key. */
  certificate: string;
}

/** The path of nginx's log, in the folder that it is given. */
export function accessLogIn(folder: string): string {
  return `${folder}/access.log`;
}

/** The path of its error log: with the sample it holds what is wrong with nginx itself, and nothing of a request. */
export function errorLogIn(folder: string): string {
  return `${folder}/error.log`;
}

/** The samples changed in nothing but ports, paths and the nodes' addresses. */
export async function sampleNginx({
  http,
  https,
  nodes,
  certificate,
}: SamplePlace): Promise<Parameters<typeof startNginxWith>[1]> {
  const list = await readFile(new URL('nginx-nodes.conf', deploy), 'utf8');
  const site = await readFile(new URL('nginx.conf', deploy), 'utf8');
  const config = `${list}${site}`
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
