// Extensions (translators, password managers) change the DOM that React manages. Their errors are not ours.

const domComplaint =
  /Failed to execute '(?:removeChild|insertBefore)' on 'Node'|The node to be removed is not a child|The object can not be found here/;
const extensionAddress = /(?:chrome|moz|safari-web|ms-browser)-extension:\/\//;

export function isExtensionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return domComplaint.test(error.message) || extensionAddress.test(error.stack ?? '');
}

const recoveries: number[] = [];
const recoveryWindowMs = 10_000;
const maxRecoveries = 3;

/** Whether to render the page again after this error: only for an extension's, and not if they keep coming. */
export function canRecover(error: unknown, now = performance.now()): boolean {
  if (!isExtensionError(error)) return false;
  while ((recoveries[0] ?? now) < now - recoveryWindowMs) recoveries.shift();
  if (recoveries.length >= maxRecoveries) return false;
  recoveries.push(now);
  return true;
}
