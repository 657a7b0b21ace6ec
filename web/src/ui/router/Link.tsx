import { type ComponentProps, type MouseEvent, type ReactNode, use } from 'react';

import { type Destination, hrefOf, navigate, type PageState } from './history.ts';
import { RouterContext } from './router-context.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onFocus' | 'onMouseEnter' | 'onTouchStart'> &
  Extract<Destination, { to: unknown }> & {
    state?: PageState;
    /** For pages that are separate documents. */
    reloadDocument?: boolean;
  };

/** Navigates within the app. Prefetches the page's code on hover. */
export function Link({
  to,
  search = {},
  state,
  reloadDocument = false,
  onClick,
  ...props
}: LinkProps): ReactNode {
  const { pathname, preload } = use(RouterContext);
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
  const fetchCode = () => {
    if (!reloadDocument) void preload(to);
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || reloadDocument || opensElsewhere(event)) return;
    event.preventDefault();
    void navigate({ to, search, state });
  };
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      {...props}
      href={hrefOf({ to, search })}
      onClick={follow}
      onFocus={fetchCode}
      onMouseEnter={fetchCode}
      onTouchStart={fetchCode}
    />
  );
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
