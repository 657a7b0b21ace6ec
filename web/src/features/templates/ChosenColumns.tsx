import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

/** As high while it loads as later: a form that grows under the pointer would swallow a press. */
export function ChosenColumns(props: {
  picture: ReactNode;
  children: ReactNode;
  button: ReactNode;
}): ReactNode {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3 rounded-md border border-line p-2">
      <span className="w-28 shrink-0 sm:w-36">{props.picture}</span>
      {/* On a phone a name may take two lines. */}
      <span className="grid min-w-0 grow basis-24 content-center gap-0.5 max-sm:min-h-21">
        {props.children}
      </span>
      {props.button}
    </div>
  );
}

export const columnsLoading = (
  <div className="grid gap-1.5">
    <span className="font-medium text-ink">Columns</span>
    <ChosenColumns
      picture={<Skeleton height={64} />}
      button={
        <Button size="sm" disabled>
          Change
        </Button>
      }
    >
      <Skeleton height={40} />
    </ChosenColumns>
  </div>
);
