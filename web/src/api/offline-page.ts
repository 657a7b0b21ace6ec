interface ScriptPolicy {
  createScriptURL(address: string): string;
}

/** Trusted Types, required for script URLs by the content security policy. Not all browsers have it. */
declare const trustedTypes:
  | { createPolicy(name: string, policy: ScriptPolicy): ScriptPolicy }
  | undefined;

/** Installs the service worker that serves the app while the site is down (web/build/offline-page.ts). Needs HTTPS. */
export async function keepOfflinePage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const own: ScriptPolicy = { createScriptURL: (address) => address };
  try {
    const policy =
      typeof trustedTypes === 'undefined' ? own : trustedTypes?.createPolicy('offline-page', own);
    // Sandboxed pages throw already on reading `serviceWorker`.
    await navigator.serviceWorker.register((policy ?? own).createScriptURL('/offline.js'));
  } catch {
    // Without it, a reload while the site is down shows the browser's error page.
  }
}
