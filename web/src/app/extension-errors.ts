// Extensions (translators, password managers) change the page under React's feet. Those errors are not ours.

const domComplaint =
  /Failed to execute '(?:removeChild|insertBefore)' on 'Node'|The node to be removed is not a child|The object can not be found here/;
const extensionAddress = /(?:chrome|moz|safari-web|ms-browser)-extension:\/\//;

/** Whether an error comes from a browser extension's meddling with the DOM. */
export function isExtensionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return domComplaint.test(error.message) || extensionAddress.test(error.stack ?? '');
}

const recoveries: number[] = [];
const recoveryWindow = 10_000;
const mostRecoveries = 3;

/** Whether to draw the page anew after this error: not for our own, nor for an extension that does not stop. */
export function mayRecover(error: unknown, now = Date.now()): boolean {
  if (!isExtensionError(error)) return false;
  while ((recoveries[0] ?? now) < now - recoveryWindow) recoveries.shift();
  if (recoveries.length >= mostRecoveries) return false;
  recoveries.push(now);
  return true;
}
