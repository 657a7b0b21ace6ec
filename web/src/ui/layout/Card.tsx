import type { ReactNode } from 'react';

import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

/** A panel on the page's background. With a title it is a labelled section. */
export function Card(props: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const { title, description, actions, children } = props;
  const headed = title !== undefined;
  return (
    <section {...(headed && { 'aria-label': title })} className="min-w-0">
      {headed && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
          <div className="grid min-w-0 gap-0.5 wrap-anywhere">
            <SmallPart>
              <h2 className="text-lg font-semibold">{title}</h2>
              {description !== undefined && <p className="text-soft">{description}</p>}
            </SmallPart>
          </div>
          {actions !== undefined && (
            <div className="flex items-center gap-2">
              <SmallPart>{actions}</SmallPart>
            </div>
          )}
        </header>
      )}
      <Part>{children}</Part>
    </section>
  );
}
