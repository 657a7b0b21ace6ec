// Facts that a request tells of the way that it came: the proxy in front, and the address that people type.
import type { IncomingMessage } from 'node:http';

import type { SetupCheck } from '@wentwell/contract/setup-check';

import type { Config } from '#server/config';
import { addressMatcher, plainAddress } from '#server/platform/http/address-block';
import { clientAddressBehind } from '#server/platform/http/client-address';

type WayConfig = Pick<Config, 'trustProxy' | 'publicUrl' | 'allowedOrigins' | 'ownOrigins'>;

const proxyTitle = 'Proxy and client addresses';

function proxyCheck(request: IncomingMessage, { trustProxy, publicUrl }: WayConfig): SetupCheck {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const client = clientAddressBehind(trustProxy)(request);
  const forwards = request.headers['x-forwarded-for'] !== undefined;
  const isTrusted = addressMatcher(trustProxy)(peer);
  const isHttps = publicUrl.startsWith('https:');
  if (forwards && !isTrusted) {
    return {
      title: proxyTitle,
      state: 'failed',
      detail: `${peer} forwards requests, and its X-Forwarded-For is ignored: all people behind it count as one.`,
      advice: `If it is your proxy, set TRUST_PROXY=${peer}, or the range it is in.`,
    };
  }
  if (isTrusted && !forwards) {
    return {
      title: proxyTitle,
      state: 'warning',
      detail: `The request came from ${peer}, which TRUST_PROXY names, without X-Forwarded-For.`,
      advice: 'Let the proxy send X-Forwarded-For: without it all people behind it count as one.',
    };
  }
  if (!forwards) {
    return {
      title: proxyTitle,
      state: isHttps ? 'warning' : 'ok',
      detail: `No proxy forwarded this request: it came from ${peer}.`,
      advice: isHttps
        ? 'PUBLIC_URL is https, and this server speaks http: let the proxy that ends TLS send X-Forwarded-For, and name it in TRUST_PROXY.'
        : null,
    };
  }
  const proto = String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim();
  if (proto !== '' && proto !== (isHttps ? 'https' : 'http')) {
    return {
      title: proxyTitle,
      state: 'warning',
      detail: `The proxy ${peer} says that people come by ${proto}, and PUBLIC_URL is ${publicUrl}.`,
      advice: 'Set PUBLIC_URL to the address that people type, with its scheme.',
    };
  }
  return {
    title: proxyTitle,
    state: 'ok',
    detail: `The proxy ${peer} is trusted and names ${client} as the client.`,
    advice: null,
  };
}

/** `pageOrigin` is what the browser shows; without it the request's own Origin or Host says where it was sent. */
function originCheck(
  { headers }: IncomingMessage,
  { publicUrl, allowedOrigins, ownOrigins }: WayConfig,
  pageOrigin = headers.origin,
): SetupCheck {
  const title = 'Address of the site';
  const isAllowed =
    pageOrigin === undefined
      ? ownOrigins.some((origin) => URL.parse(origin)?.host === headers.host)
      : allowedOrigins.includes(pageOrigin);
  if (!isAllowed) {
    return {
      title,
      state: 'failed',
      detail: `The site was reached at ${pageOrigin ?? headers.host ?? 'an unknown host'}, and PUBLIC_URL is ${publicUrl}: boards get no live socket there, and links in emails lead elsewhere.`,
      advice:
        'Set PUBLIC_URL to the address that people type, or WEB_ORIGIN where the site is served from elsewhere.',
    };
  }
  const isHostKept = ownOrigins.some((origin) => URL.parse(origin)?.host === headers.host);
  return {
    title,
    state: 'ok',
    detail: `The site is reached at ${pageOrigin ?? publicUrl}${isHostKept ? '' : `; the proxy asks for ${headers.host}`}.`,
    advice: null,
  };
}

export function wayChecks(
  request: IncomingMessage,
  config: WayConfig,
  pageOrigin?: string,
): SetupCheck[] {
  return [proxyCheck(request, config), originCheck(request, config, pageOrigin)];
}
