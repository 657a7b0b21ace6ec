import type { Column } from '@wentwell/contract/columns';
import type { ReactNode } from 'react';

import { GroupPicker } from '#web/features/groups/GroupPicker.tsx';
import type { Picking } from '#web/features/groups/use-grouping';
import { type FindSimilar, useSimilarNotes } from '#web/features/notes/similar-notes';

/** Chooses a grouping target; similar notes move to the top once the server has found them. */
export function GroupWith(props: {
  picking: Picking;
  columns: readonly Column[];
  findSimilar: FindSimilar;
}): ReactNode {
  const { picking, columns, findSimilar } = props;
  const { data: similar = [] } = useSimilarNotes(findSimilar, picking.compared);
  return (
    <GroupPicker
      name={picking.name}
      similar={similar.map(({ note_id }) => note_id)}
      topics={picking.topics}
      columns={columns}
      onChoose={picking.onChoose}
      onClose={picking.onClose}
    />
  );
}
