import { type UseQueryResult } from '@tanstack/react-query';
import type { Action } from '@wentwell/contract/actions';
import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';

import { errorText } from '#web/api/request';
import type { ActionHandlers } from '#web/features/actions/action-handlers';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

import { OwnedRow } from './OwnedRow.tsx';

/** One list of action items: loading, failed, empty, or with its rows. */
export function ActionsPanel(props: {
  label: string;
  query: UseQueryResult<{ rows: Action[]; total: number }>;
  handlers: ActionHandlers;
  empty: { title: string; text: string };
  placeOf?: (action: Action) => ReactNode;
  onMore: () => void;
}): ReactNode {
  const { label, query, handlers, empty, placeOf, onMore } = props;
  if (query.isPending) {
    return (
      <Delayed busy>
        <div className="grid gap-6 pb-6">
          {['first', 'second', 'third'].map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </div>
      </Delayed>
    );
  }
  if (!query.data) {
    return (
      <div className="pb-5">
        <LoadFailure title="Failed to load action items" query={query}>
          {errorText(query.error)}
        </LoadFailure>
      </div>
    );
  }
  const { rows, total } = query.data;
  if (rows.length === 0) {
    return (
      <EmptyState
        level={3}
        illustration={<ListChecks className="size-12 text-muted" />}
        title={empty.title}
      >
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line border-t border-line">
        {rows.map((action) => (
          <li key={action.id} className="py-3.5">
            <OwnedRow action={action} among={rows} handlers={handlers} place={placeOf?.(action)} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <div className="flex flex-wrap items-center justify-center gap-3 border-t border-line p-4 text-soft">
          {rows.length} of {total}
          <Button size="sm" busy={query.isFetching} onClick={onMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
