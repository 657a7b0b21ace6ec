import type { ReactNode } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

/** The page's only h1, followed by the page's actions. */
export function PageHeader(props: {
  title: ReactNode;
  description?: ReactNode;
  /** The page's team, in large letters below the title. */
  team?: string;
  actions?: ReactNode;
}): ReactNode {
  const { title, description, team, actions } = props;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-[1_1_240px] max-sm:basis-28 items-center gap-2">
        <div className="grid min-w-0 gap-1 wrap-anywhere">
          <SmallPart>
            <h1
              className={
                team === undefined ? 'min-w-0 text-xl font-bold' : 'text-xs font-medium text-muted'
              }
            >
              {title}
            </h1>
            {team !== undefined && <p className="text-xl font-bold">{team}</p>}
            {description !== undefined && <p className="text-soft">{description}</p>}
          </SmallPart>
        </div>
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap items-center gap-2 max-sm:has-[>:nth-child(2)]:w-full max-sm:[&>button]:flex-1">
          <SmallPart>{actions}</SmallPart>
        </div>
      )}
    </header>
  );
}
