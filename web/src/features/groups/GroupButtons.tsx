import type { Group } from '@wentwell/contract/groups';
import { Ellipsis, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';

import type { GroupCardParts } from './group-card-parts.ts';
import { GroupMenu } from './GroupMenu.tsx';

/** The buttons of a group that can be changed. */
export function GroupButtons(props: {
  group: Group;
  title: string;
  parts: GroupCardParts;
}): ReactNode {
  const { group, title, parts } = props;
  const { columns, onRename } = parts;
  return (
    <span className="group-buttons">
      <CardButton
        title="Rename group"
        aria-label={`Rename group: ${title}`}
        onClick={() => onRename(group)}
      >
        <Pencil aria-hidden="true" />
      </CardButton>
      <GroupMenu
        group={group}
        title={title}
        columns={columns}
        trigger={
          <CardButton title="Actions" aria-label={`Actions for group “${title}”`}>
            <Ellipsis aria-hidden="true" />
          </CardButton>
        }
        onRename={onRename}
        onGroup={parts.onGroup}
        onMove={parts.onMove}
        onDissolve={parts.onDissolve}
      />
    </span>
  );
}
