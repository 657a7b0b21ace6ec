// Statuses and titles of errors.

/** Titles by status, from the specification where it defines one (docs/api.md A-21). */
export const problemTitles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Validation Error',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;
export type ProblemStatus = keyof typeof problemTitles;

export interface Refusal {
  status: ProblemStatus;
  detail: string;
}

/** Builds error table entries that share a status. `details` maps codes to texts. */
export function withStatus<Code extends string>(
  status: ProblemStatus,
  details: Record<Code, string>,
): Record<Code, Refusal> {
  const refusals = Object.entries<string>(details).map(([code, detail]) => [
    code,
    { status, detail },
  ]);
  return Object.fromEntries(refusals) as Record<Code, Refusal>;
}
