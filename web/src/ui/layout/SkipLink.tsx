import type { MouseEvent, ReactNode } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

/** First in the page and visible when focused. The target needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink({ toBoard = false }: { toBoard?: boolean }): ReactNode {
  const target = toBoard ? 'board' : 'main';
  function handleClick(event: MouseEvent): void {
    const cards = document.querySelectorAll<HTMLElement>('#board article[tabindex="0"]');
    const card = [...(toBoard ? cards : [])].find((element) => element.checkVisibility());
    // A guest's secret is in the fragment, which `#main` would replace.
    event.preventDefault();
    (card ?? document.getElementById('main'))?.focus();
  }

  return (
    <SmallPart>
      <a
        href={`#${target}`}
        onClick={handleClick}
        className="layer-tip ring-focus fixed top-2 left-2 not-focus:-translate-y-40 rounded-md bg-primary px-4 py-3 font-semibold text-on-primary transition-transform motion-base shadow-float print:hidden"
      >
        {toBoard ? 'Skip to board' : 'Skip to main content'}
      </a>
    </SmallPart>
  );
}
