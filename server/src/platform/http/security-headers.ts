// Security headers of every response (docs/api.md A-16).

type Headers = Readonly<Record<string, string>>;

export interface Addresses {
  ownOrigins: readonly string[];
  /** Another origin that serves the API for this site, if any. */
  apiOrigin?: string | null;
}

export function securityHeaders({ ownOrigins, apiOrigin }: Addresses, of: 'site' | 'api'): Headers {
  // CSP has no syntax for IPv6 addresses. For these, 'self' must cover WebSockets, as in current browsers.
  const named = ownOrigins.filter((each) => !new URL(each).hostname.startsWith('['));
  const calls = apiOrigin ? [apiOrigin, socketOrigin(apiOrigin)] : named.map(socketOrigin);
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // UI libraries position floating elements with inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${calls.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // Trusted Types: no text becomes HTML or script by mistake. The API's own pages do write HTML.
    ...(of === 'site' ? ["require-trusted-types-for 'script'"] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    // For browsers without `frame-ancestors`.
    'X-Frame-Options': 'DENY',
    // URLs contain secrets: email links and socket tickets.
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'X-DNS-Prefetch-Control': 'off',
    'X-Permitted-Cross-Domain-Policies': 'none',
  };
}

function socketOrigin(origin: string): string {
  const socket = new URL(origin);
  return `${socket.protocol === 'https:' ? 'wss:' : 'ws:'}//${socket.host}`;
}
