import type { ComponentProps, ReactNode } from 'react';

/**
 * A button of a card. IconButton is for everything else: a full board has a thousand of these, and IconButton's tooltip
 * costs more than all the rest of a card. `title` is the browser's own tooltip.
 */
export function CardButton({ title, children, ...rest }: ComponentProps<'button'>): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      {...rest}
      className="card-button ring-focus inline-flex size-11 shrink-0 items-center justify-center rounded-md text-soft transition-colors -outline-offset-4 hover:text-ink [&_svg]:size-4.5"
    >
      {children}
    </button>
  );
}
