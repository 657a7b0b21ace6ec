import type { ComponentProps, ReactNode } from 'react';

/** IconButton's tooltip costs more than the rest of a card, and a board has a thousand buttons. */
export function CardButton({ title, children, ...rest }: ComponentProps<'button'>): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      {...rest}
      className="card-button ring-focus inline-flex size-[44px] shrink-0 items-center justify-center rounded-md text-soft transition-colors -outline-offset-4 hover:text-ink [&_svg]:size-4.5"
    >
      {children}
    </button>
  );
}
