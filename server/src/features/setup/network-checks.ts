// Checks derived from the request: the proxy in front, and the public address.
import type { IncomingMessage } from 'node:http';

import {
  failed,
  type Finding,
  ok,
  type SetupCheck,
  warning,
} from '@wentwell/contract/admin/setup-check';

import type { Config } from '#server/config';
import { addressMatcher, plainAddress } from '#server/platform/http/address-block';
import { clientAddressBehind } from '#server/platform/http/client-address';

type ProxyConfig = Pick<Config, 'trustProxy' | 'publicUrl' | 'allowedOrigins' | 'ownOrigins'>;

function findProxy(request: IncomingMessage, { trustProxy, publicUrl }: ProxyConfig): Finding {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const client = clientAddressBehind(trustProxy)(request);
  const forwards = request.headers['x-forwarded-for'] !== undefined;
  const isTrusted = addressMatcher(trustProxy)(peer);
  const isHttps = publicUrl.startsWith('https:');
  if (forwards && !isTrusted) {
    return failed(
      `${peer} forwards requests, and its X-Forwarded-For is ignored: all clients behind it count as one.`,
      `If it is your proxy, set TRUST_PROXY=${peer}, or the range it is in.`,
    );
  }
  if (isTrusted && !forwards) {
    return warning(
      `The request came from ${peer}, which TRUST_PROXY names, without X-Forwarded-For.`,
      'Make the proxy send X-Forwarded-For: without it, all clients behind it count as one.',
    );
  }
  if (!forwards) {
    const detail = `No proxy forwarded this request: it came from ${peer}.`;
    if (!isHttps) return ok(detail);
    return warning(
      detail,
      'PUBLIC_URL is https, and this server speaks http: let the proxy that ends TLS send X-Forwarded-For, and name it in TRUST_PROXY.',
    );
  }
  const proto = String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim();
  if (proto !== '' && proto !== (isHttps ? 'https' : 'http')) {
    return warning(
      `The proxy ${peer} says that people come by ${proto}, and PUBLIC_URL is ${publicUrl}.`,
      'Set PUBLIC_URL to the address that people type, with its scheme.',
    );
  }
  return ok(`The proxy ${peer} is trusted and names ${client} as the client.`);
}

/** `pageOrigin` is the page's origin. Without it, the request's Origin or Host header is used. */
function findOrigin(
  { headers }: IncomingMessage,
  { publicUrl, allowedOrigins, ownOrigins }: ProxyConfig,
  pageOrigin = headers.origin,
): Finding {
  const isHostForwarded = ownOrigins.some((origin) => URL.parse(origin)?.host === headers.host);
  const isAllowed =
    pageOrigin === undefined ? isHostForwarded : allowedOrigins.includes(pageOrigin);
  if (!isAllowed) {
    return failed(
      `The site was reached at ${pageOrigin ?? headers.host ?? 'an unknown host'}, and PUBLIC_URL is ${publicUrl}: boards get no live socket there, and links in emails lead elsewhere.`,
      'Set PUBLIC_URL to the address that people type, or WEB_ORIGIN where the site is served from elsewhere.',
    );
  }
  return ok(
    `The site is reached at ${pageOrigin ?? publicUrl}${isHostForwarded ? '' : `; the proxy asks for ${headers.host}`}.`,
  );
}

export function networkChecks(
  request: IncomingMessage,
  config: ProxyConfig,
  pageOrigin?: string,
): SetupCheck[] {
  return [
    { title: 'Proxy and client addresses', ...findProxy(request, config) },
    { title: 'Address of the site', ...findOrigin(request, config, pageOrigin) },
  ];
}
