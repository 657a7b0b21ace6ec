// The one way a feature says no: a code of the contract's table, thrown anywhere below a route.
import { describeError, type ErrorCode, type Verdict } from '@wentwell/contract/errors';

export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Headers that go with the answer, such as Retry-After. */
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, headers: Record<string, string> = {}) {
    super(describeError(code).detail);
    this.code = code;
    this.headers = headers;
  }
}

/** Takes a policy's verdict; throws it unless it is 'allowed'. */
export function demand(verdict: Verdict): void {
  if (verdict !== 'allowed') throw new Refusal(verdict);
}
