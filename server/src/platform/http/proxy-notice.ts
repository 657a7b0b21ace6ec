/** Warns the operator once about a proxy that the settings do not list. */
import type { IncomingMessage } from 'node:http';

import type { BaseLogger } from 'pino';

import { addressMatcher, plainAddress } from './address-block.ts';

interface ProxyNoticeOptions {
  trustProxy: readonly string[];
  isPrivate: boolean;
  log: BaseLogger;
}

/** Logs the needed settings once if an unlisted proxy sends X-Forwarded-For. The header stays ignored. */
export function proxyNotice({ trustProxy, isPrivate, log }: ProxyNoticeOptions) {
  const isTrusted = addressMatcher(trustProxy);
  let isLogged = false;
  return function warnAboutProxy({ headers, socket }: IncomingMessage): void {
    if (isLogged || headers['x-forwarded-for'] === undefined) return;
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (isTrusted(peer)) return;
    isLogged = true;
    const what = 'X-Forwarded-For is ignored: TRUST_PROXY does not name the address it comes from.';
    const then = isPrivate
      ? 'If a reverse proxy stands in front, set TRUST_PROXY to its address and PUBLIC_URL to where people reach it: as it is, the demo is open to all whom the proxy lets in.'
      : 'If it is your reverse proxy, set TRUST_PROXY to its address: as it is, all clients behind it count as one.';
    log.warn({ peer, trustProxy: trustProxy.join(',') || 'none' }, `${what} ${then}`);
  };
}
