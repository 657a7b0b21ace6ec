import { type ReactNode, useDeferredValue } from 'react';

import { classNames } from '#web/ui/class-names';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

export type Column<Row> = {
  /** Unique within the table. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The heading of the row's card on a phone. Exactly one column has it. */
  lead?: boolean;
  /**
   * On a phone, unless its letters are large: half a line beside the next short cell, the same at one side without its
   * header, or the card's corner for the row's menu.
   */
  phone?: 'half' | 'left' | 'right' | 'corner';
};

/** More rows than a phone shows at once. */
const firstRows = 5;

/**
 * A table whose rows become cards if it is narrower than 672 px, so it also fits a drawer. Roles are explicit because
 * `display` other than `table` removes a table's semantics.
 */
export function Table<Row>(props: {
  /** Accessible name that says what the table lists. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shows this many skeleton rows instead. */
  loadingRows?: number | undefined;
}): ReactNode {
  const { label, columns, rows, rowKey, loadingRows } = props;
  // Renders the other rows in interruptible pieces: all at once blocked a phone for half a second.
  const drawn = useDeferredValue(rows.length, firstRows);
  return (
    <div className="@container">
      <table
        role="table"
        aria-label={label}
        aria-busy={loadingRows !== undefined}
        className="block w-full @2xl:table"
      >
        <thead role="rowgroup" className="sr-only @2xl:not-sr-only @2xl:table-header-group">
          <tr role="row" className="@2xl:table-row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={classNames(
                  'border-b border-line px-3 py-2.5 text-xs font-semibold text-muted @2xl:table-cell @2xl:first:pl-0 @2xl:last:pr-0',
                  column.align === 'end' ? 'text-right' : 'text-left',
                )}
              >
                <SmallPart>{column.header}</SmallPart>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @2xl:table-row-group">
          {loadingRows === undefined
            ? rows
                .slice(0, drawn)
                .map((row) => (
                  <TableRow
                    key={rowKey(row)}
                    columns={columns}
                    cell={(column) => column.cell(row)}
                  />
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
    </div>
  );
}

function TableRow<Row>(props: {
  columns: readonly Column<Row>[];
  cell: (column: Column<Row>) => ReactNode;
}): ReactNode {
  const { columns, cell } = props;
  const hasCorner = columns.some(({ phone }) => phone === 'corner');
  return (
    <tr
      role="row"
      className="relative grid @xs:grid-cols-[1fr_minmax(50%,min-content)] gap-x-6 border-b border-line py-3 [contain-intrinsic-size:auto_12rem] [content-visibility:auto] [overflow-clip-margin:0.5rem] @2xl:table-row @2xl:border-0"
    >
      {columns.map((column) => (
        <td
          key={column.header}
          role="cell"
          className={classNames(
            'flex min-h-9 items-center justify-between gap-4 border-line @2xl:table-cell @2xl:h-15 @2xl:px-3 @2xl:py-2 @2xl:border-b @2xl:align-middle @2xl:first:pl-0 @2xl:last:pr-0',
            column.lead && 'mb-1 text-base font-semibold @2xl:mb-0 @2xl:font-medium',
            column.phone === undefined && '@xs:col-span-2',
            column.phone === 'corner' && '@max-2xl:absolute @max-2xl:top-3 @max-2xl:right-0',
            column.lead && hasCorner && '@max-2xl:pr-12',
            column.align === 'end' && '@2xl:text-right',
          )}
        >
          {!column.lead && (column.phone === undefined || column.phone === 'half') && (
            <span
              aria-hidden="true"
              className="shrink-0 text-xs font-medium text-muted @2xl:hidden"
            >
              <SmallPart>{column.header}</SmallPart>
            </span>
          )}
          <span
            className={classNames(
              'min-w-0 @2xl:flex @2xl:w-full',
              column.align === 'end' && '@2xl:justify-end',
              column.phone === 'right' && 'ml-auto',
              !column.lead && column.phone !== 'left' && '@max-2xl:text-right',
            )}
          >
            <span className="min-w-0 max-w-full">
              <Part>{() => cell(column)}</Part>
            </span>
          </span>
        </td>
      ))}
    </tr>
  );
}
