import type { MouseEvent, ReactNode } from 'react';

/** First in the page and visible when focused. The target needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink(props: {
  target?: string;
  /** Selector inside the target. The first visible match gets the focus instead of the target. */
  first?: string;
  children?: string;
}): ReactNode {
  const { target = 'main', first, children = 'Skip to main content' } = props;
  function handleClick(event: MouseEvent): void {
    const place = document.getElementById(target);
    const matches =
      first === undefined ? [] : [...(place?.querySelectorAll<HTMLElement>(first) ?? [])];
    const found = matches.find((element) => element.checkVisibility());
    // A guest's secret is in the fragment, which `#main` would replace.
    event.preventDefault();
    (found ?? document.getElementById('main'))?.focus();
  }

  return (
    <a
      href={`#${target}`}
      onClick={handleClick}
      className="layer-tip ring-focus fixed top-2 left-2 -translate-y-24 rounded-md bg-primary px-4 py-3 font-semibold text-on-primary transition-transform motion-base focus:translate-y-0 shadow-float print:hidden"
    >
      {children}
    </a>
  );
}
