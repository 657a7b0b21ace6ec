import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

/** With a title it is a labelled section. */
export function Card(props: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  icon?: ReactNode;
  /** No padding, for a table or a list that has its own. */
  flush?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { title, description, actions, icon, flush = false, children } = props;
  const headed = title !== undefined;
  return (
    <section
      {...(headed && { 'aria-label': title })}
      className="min-w-0 rounded-lg border border-line bg-card shadow-raised"
    >
      {headed && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-4 sm:px-6 sm:pt-5">
          <div className="flex min-w-0 items-start gap-3">
            {icon !== undefined && (
              <span aria-hidden="true" className="mt-0.5 text-muted [&_svg]:size-5">
                {icon}
              </span>
            )}
            <div className="grid min-w-0 gap-0.5 wrap-anywhere">
              <h2 className="text-base font-semibold">{title}</h2>
              {description !== undefined && <p className="text-soft">{description}</p>}
            </div>
          </div>
          {actions !== undefined && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div
        className={classNames(
          !flush && 'px-5 pb-5 sm:px-6 sm:pb-6',
          !flush && !headed && 'pt-5 sm:pt-6',
        )}
      >
        <Part>{children}</Part>
      </div>
    </section>
  );
}
