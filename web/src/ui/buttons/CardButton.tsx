import type { ComponentProps, ReactNode } from 'react';

import { popupLabelClass } from '#web/ui/overlays/popup-class';

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

/** On a phone a card's menu opens away from it. The menu's name says the same to screen readers. */
export function CardMenuTitle({ children }: { children: string }): ReactNode {
  return (
    <span aria-hidden="true" dir="auto" className={`${popupLabelClass} truncate sm:hidden`}>
      {children}
    </span>
  );
}
