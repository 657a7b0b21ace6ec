import type { Column } from '@wentwell/contract/notes/columns';
import type { ReactNode } from 'react';

import { columnLooks } from '#web/ui/identity/column-look';

/** Cards per drawn column, from left to right. */
const cards = [3, 2, 3, 1, 2, 3];

/** A decorative drawing of a board; its titles are text beside it. */
export function TemplatePicture({ columns }: { columns: readonly Column[] }): ReactNode {
  return (
    <span aria-hidden="true" className="flex h-16 w-full min-w-0 gap-1">
      {columnLooks(columns).map(({ id, tone, Icon }, index) => (
        <span key={id} data-tone={tone} className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex justify-center border-b border-line p-1 text-(--tone-text)">
            <Icon className="size-3 shrink-0" />
          </span>
          {Array.from({ length: cards[index] ?? 2 }, (_, card) => (
            <span key={card} className="h-2 shrink-0 rounded-sm bg-(--paper-back)" />
          ))}
        </span>
      ))}
    </span>
  );
}
