import type { Group } from '@wentwell/contract/groups';
import { Ellipsis, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';

import type { GroupCardParts } from './group-card-parts.ts';
import { GroupMenu } from './GroupMenu.tsx';
import { GroupTitleField } from './GroupTitleField.tsx';

/** A group's title where it can be changed, and the buttons of the group. */
export function EditableGroupTitle(props: {
  group: Group;
  title: string;
  parts: GroupCardParts;
  /** The title while nobody types it, with what stands beside it. */
  children: ReactNode;
}): ReactNode {
  const { group, title, parts, children } = props;
  const { columns, renaming, onRename, onTitleTyped, onTitle } = parts;
  return (
    <>
      {renaming?.id === group.id ? (
        <GroupTitleField
          title={title}
          start={renaming.start}
          onTyped={onTitleTyped}
          onEnd={(text) => onTitle(group, text)}
        />
      ) : (
        children
      )}
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
    </>
  );
}
