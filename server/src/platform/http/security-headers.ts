// The headers that every answer carries, whoever gives it (quality.md 43-45).

type Headers = Readonly<Record<string, string>>;

/** Takes where people reach the site; gives the headers of every answer. */
export function securityHeaders(publicUrl: string): Headers {
  const socket = new URL(publicUrl);
  socket.protocol = socket.protocol === 'https:' ? 'wss:' : 'ws:';
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Libraries of the site place floating parts by style elements of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${socket.protocol}//${socket.host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    // For readers that know no frame-ancestors.
    'X-Frame-Options': 'DENY',
    // Addresses hold secrets: the links of letters, the tickets of sockets.
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
