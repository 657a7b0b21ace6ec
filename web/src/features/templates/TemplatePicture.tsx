import type { Column } from '@wentwell/contract/columns';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { columnLooks } from '#web/ui/identity/column-look';

/** How many cards lie in the drawn columns, from left to right. */
const cards = [3, 2, 3, 1, 2, 3];

/** A small drawing of a board, for eyes alone: the titles stand beside it as text. */
export function TemplatePicture({ columns }: { columns: readonly Column[] }): ReactNode {
  return (
    <span aria-hidden="true" className="flex h-16 w-full min-w-0 gap-1">
      {columnLooks(columns).map(({ id, ground, header, edge, text, Icon }, index) => (
        <span
          key={id}
          className={classNames(
            'flex min-w-0 flex-1 flex-col gap-1 overflow-hidden rounded-sm p-1',
            ground,
          )}
        >
          <span className={classNames('-mx-1 -mt-1 flex justify-center p-1', header, text)}>
            <Icon className="size-3 shrink-0" />
          </span>
          {Array.from({ length: cards[index] ?? 2 }, (_, card) => (
            <span key={card} className="flex h-2 shrink-0 overflow-hidden rounded-xs bg-card">
              <span className={classNames('w-0.5', edge)} />
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
