interface ScriptPolicy {
  createScriptURL(address: string): string;
}

/** The content security policy asks this of an address of a script, in browsers that know it. */
declare const trustedTypes:
  | { createPolicy(name: string, policy: ScriptPolicy): ScriptPolicy }
  | undefined;

/** Caches the app for when the site is away (web/build/offline-page.ts). Needs a secure origin. */
export async function keepOfflinePage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const own: ScriptPolicy = { createScriptURL: (address) => address };
  const policy =
    typeof trustedTypes === 'undefined' ? own : trustedTypes?.createPolicy('offline-page', own);
  const address = (policy ?? own).createScriptURL('/offline.js');
  await navigator.serviceWorker.register(address).catch(() => {
    // Without it, a reload while the site is away shows the browser's own page.
  });
}
