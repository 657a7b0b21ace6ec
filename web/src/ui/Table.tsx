import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { Skeleton } from './Skeleton.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The head is read but not seen, e.g. over the actions. */
  hideHeader?: boolean;
  /** Names the row: the heading of its card on a phone. One per table. */
  lead?: boolean;
};

export type TableProps<Row> = {
  /** What the table lists. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shows so many rows of skeletons instead. */
  loadingRows?: number | undefined;
};

/**
 * Rows and columns; under 640 px each row becomes a card with its column names inside.
 * The roles are written out because `display` other than `table` takes a table's meaning away.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { label, columns, rows, rowKey, loadingRows } = props;
  return (
    <table
      role="table"
      aria-label={label}
      aria-busy={loadingRows !== undefined}
      className="block w-full sm:table"
    >
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        <tr role="row" className="sm:table-row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={classNames(
                'border-b border-line px-3 py-2.5 text-xs font-semibold text-muted first:pl-6 last:pr-6 sm:table-cell',
                column.align === 'end' ? 'text-right' : 'text-left',
              )}
            >
              <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block sm:table-row-group">
        {loadingRows === undefined
          ? rows.map((row) => (
              <TableRow key={rowKey(row)} columns={columns} cell={(column) => column.cell(row)} />
            ))
          : Array.from({ length: loadingRows }, (_, index) => (
              <TableRow
                key={index}
                columns={columns}
                cell={() => <Skeleton width={index % 2 ? 72 : 104} />}
              />
            ))}
      </tbody>
    </table>
  );
}

function TableRow<Row>({
  columns,
  cell,
}: {
  columns: readonly Column<Row>[];
  cell: (column: Column<Row>) => ReactNode;
}): ReactNode {
  return (
    <tr
      role="row"
      className="group block border-line px-5 py-3 not-last:border-b transition-colors sm:table-row sm:border-0 sm:hover:bg-hover/40"
    >
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          className={classNames(
            'flex min-h-9 items-center justify-between gap-4 border-line sm:table-cell sm:h-15 sm:px-3 sm:py-2 sm:align-middle sm:group-not-last:border-b sm:first:pl-6 sm:last:pr-6',
            column.lead && 'mb-1 text-base font-semibold sm:mb-0 sm:text-sm',
            column.align === 'end' && 'sm:text-right',
          )}
        >
          {!column.lead && (
            <span aria-hidden="true" className="shrink-0 text-xs font-medium text-muted sm:hidden">
              {column.hideHeader ? '' : column.header}
            </span>
          )}
          <span
            className={classNames(
              'min-w-0 sm:flex sm:w-full',
              column.align === 'end' && 'sm:justify-end',
              !column.lead && 'max-sm:text-right',
            )}
          >
            <span className="min-w-0 max-w-full">{cell(column)}</span>
          </span>
        </td>
      ))}
    </tr>
  );
}
