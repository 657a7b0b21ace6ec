import type { ReactNode } from 'react';

/** First in the page and visible when focused. The target needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink({ target = 'main' }: { target?: string }): ReactNode {
  return (
    <a
      href={`#${target}`}
      className="layer-tip ring-focus fixed top-2 left-2 -translate-y-24 rounded-md bg-primary px-4 py-3 font-semibold text-on-primary transition-transform motion-base focus:translate-y-0 focus:shadow-float print:hidden"
    >
      Skip to main content
    </a>
  );
}
