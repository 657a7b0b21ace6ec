/** The skeleton in index.html (web/build/boot-plugin.ts), visible until the app renders its first page. */
function skeleton(): HTMLElement | null {
  return document.getElementById('skeleton');
}

export function hasSkeleton(): boolean {
  return skeleton() !== null;
}

/** Removes the skeleton once `app` has content. The observer runs before the paint, so both are never visible. */
export function removeSkeletonWhenDrawn(app: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (!app.querySelector('main')) return;
    observer.disconnect();
    skeleton()?.remove();
  });
  observer.observe(app, { childList: true, subtree: true });
}
