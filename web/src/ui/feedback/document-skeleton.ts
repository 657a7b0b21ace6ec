/** The skeleton that index.html brings along (web/build/boot-plugin.ts), in view until the app has drawn its first page. */
function skeleton(): HTMLElement | null {
  return document.getElementById('skeleton');
}

export function hasSkeleton(): boolean {
  return skeleton() !== null;
}

/** Removes it as soon as `app` holds a page. The observer runs before the paint, so that nothing shows twice. */
export function removeSkeletonWhenDrawn(app: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (!app.querySelector('main')) return;
    observer.disconnect();
    skeleton()?.remove();
  });
  observer.observe(app, { childList: true, subtree: true });
}
