import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { countMax } from '@wentwell/contract/api/keyed-lists';
import { ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';

import type { ListAnswer } from '#web/api/request';
import { Button, type ButtonProps } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { keyOf } from '#web/ui/key-press';
import { Card } from '#web/ui/layout/Card.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';
import { hasNoFocus } from '#web/ui/overlays/modal-focus';

import { type AdminAct, type Filters, pageQuery, pageSize, useAdminAct } from './admin.queries.ts';
import { Moment } from './Moment.tsx';

const skeletonRows = 6;
const searchDelayMs = 300;

export function useSearch(label: string): [search: string, field: ReactNode] {
  const [typed, setTyped] = useState('');
  const [search, flush] = useDebounced(typed, searchDelayMs);
  const field = (
    <TextField
      label={label}
      hideLabel
      type="search"
      icon={<Search />}
      placeholder={label}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (keyOf(event) === 'Enter') flush();
      }}
    />
  );
  return [search, field];
}

/** One page of a list. A changed filter returns to the first page. */
export function useAdminList<Item extends z.ZodType>(
  path: string,
  item: Item,
  filters: Filters = {},
): AdminListState<z.output<Item>> {
  const shown = JSON.stringify([path, filters]);
  const [turned, setTurned] = useState<{ shown: string; cursors: string[] }>({
    shown,
    cursors: [],
  });
  const cursors = turned.shown === shown ? turned.cursors : [];
  const query = useQuery(pageQuery(path, item, { after: cursors.at(-1) ?? '', filters }));
  const turnTo = (next: string[]) => setTurned({ shown, cursors: next });
  return {
    query,
    page: cursors.length,
    // A double press would add the same cursor twice.
    onNext: (cursor) => turnTo([...new Set([...cursors, cursor])]),
    onPrevious: () => turnTo(cursors.slice(0, -1)),
  };
}

/** A row's button, busy while its own call runs. */
export function ActButton(
  props: Omit<ButtonProps, 'size' | 'busy' | 'onClick'> & { act: AdminAct },
) {
  const { act, ...button } = props;
  const { isPending, mutate } = useAdminAct();
  return <Button {...button} size="sm" busy={isPending} onClick={() => mutate(act)} />;
}

interface MomentColumn<Row> {
  header: string;
  at: (row: Row) => string | null;
  look?: 'day' | 'ago';
  phone?: 'half';
}

interface AdminListState<Row> {
  query: UseQueryResult<ListAnswer<Row>>;
  page: number;
  onNext: (cursor: string) => void;
  onPrevious: () => void;
}

/** A focused control may disappear with its row or page; then the list gets the focus. */
function useKeptFocus() {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected || !hasNoFocus()) return;
    focused.current = null;
    list.current?.focus({ preventScroll: true });
  });
  return {
    ref: list,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    // Browsers fire no blur for removed elements.
    onBlur: () => {
      focused.current = null;
    },
  };
}

/** One list with filters and pages: loading, failed, empty, or with rows. */
export function AdminList<Row extends { id: string }>(props: {
  label: string;
  list: AdminListState<Row>;
  columns: readonly (Column<Row> | MomentColumn<Row>)[];
  empty: { title: string; text: string };
  filters: ReactNode;
}): ReactNode {
  const { label, list, columns, empty, filters } = props;
  const { query } = list;
  const { data } = query;
  // Rows of the previous search must not hide a failure of the current one.
  const problem = !data || query.isPlaceholderData ? query.failureReason : null;
  const keptFocus = useKeptFocus();

  return (
    <div role="group" aria-label={label} className="ring-focus rounded-lg" {...keptFocus}>
      <Card>
        <div
          role="group"
          aria-label="Filters"
          className="grid gap-2 pb-4 sm:flex sm:flex-wrap sm:items-end sm:*:w-60"
        >
          <SmallPart>{filters}</SmallPart>
        </div>
        {problem ? (
          <div className="py-5">
            <LoadFailure title={`${label} could not be loaded`} query={query} />
            {list.page > 0 && (
              <Button size="sm" icon={<ChevronLeft />} onClick={list.onPrevious}>
                Previous
              </Button>
            )}
          </div>
        ) : data?.rows.length === 0 ? (
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        ) : (
          <Table
            label={label}
            columns={columns.map(withCell)}
            rows={data?.rows ?? []}
            rowKey={({ id }) => id}
            loadingRows={query.isPending ? skeletonRows : undefined}
          />
        )}
        {!problem && data && data.total > 0 && (
          <Pager shown={data.rows.length} total={data.total} next={data.next} list={list} />
        )}
      </Card>
    </div>
  );
}

function withCell<Row>(column: Column<Row> | MomentColumn<Row>): Column<Row> {
  if ('cell' in column) return column;
  const { at, look = 'time', ...rest } = column;
  return { ...rest, cell: (row) => <Moment at={at(row)} look={look} /> };
}

function Pager(props: {
  shown: number;
  total: number;
  next: string | null;
  list: Pick<AdminListState<never>, 'page' | 'onNext' | 'onPrevious'>;
}): ReactNode {
  const { shown, total, next, list } = props;
  const { page, onNext, onPrevious } = list;
  const first = page * pageSize;
  const all = total > countMax ? `more than ${countMax.toLocaleString('en')}` : total;
  const turn = (act: () => void) => () => {
    act();
    scrollTo({ top: 0 });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-3 text-soft">
      <p role="status" className="tabular-nums">
        {shown === 0 ? `0 of ${all}` : `${first + 1}–${first + shown} of ${all}`}
      </p>
      {(page > 0 || next !== null) && (
        <nav aria-label="Pages" className="flex gap-2">
          <Button
            size="sm"
            icon={<ChevronLeft />}
            disabledReason={page === 0 ? 'This is the first page' : undefined}
            onClick={turn(onPrevious)}
          >
            Previous
          </Button>
          <Button
            size="sm"
            icon={<ChevronRight />}
            disabledReason={next === null ? 'This is the last page' : undefined}
            onClick={turn(() => next !== null && onNext(next))}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}
