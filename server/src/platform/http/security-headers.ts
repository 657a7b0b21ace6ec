// The headers that every answer carries, whoever gives it (docs/api.md A-16).

type Headers = Readonly<Record<string, string>>;

export interface Addresses {
  /** The origins at which browsers reach this server. */
  ownOrigins: readonly string[];
  /** Another origin that answers the API for the site served here; none where this one does. */
  apiOrigin?: string | null;
}

export function securityHeaders({ ownOrigins, apiOrigin }: Addresses, of: 'site' | 'api'): Headers {
  // The policy's grammar has no IPv6 address; there, 'self' alone must do, and does in today's browsers.
  const named = ownOrigins.filter((each) => !new URL(each).hostname.startsWith('['));
  const calls = apiOrigin ? [apiOrigin, socketOrigin(apiOrigin)] : named.map(socketOrigin);
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Libraries of the site place floating parts by style elements of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${calls.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // No text becomes HTML or script, not even by our own mistake; the API's own pages write HTML.
    ...(of === 'site' ? ["require-trusted-types-for 'script'"] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    // For readers that know no frame-ancestors.
    'X-Frame-Options': 'DENY',
    // Addresses hold secrets: the links of emails, the tickets of sockets.
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
