import type { ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import { Ellipsis, Pencil, Layers, Ungroup } from 'lucide-react';
import type { ReactNode, ReactElement } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import type { GroupCardParts } from './group-card-parts.ts';

/** What can be done with a whole group. */
function GroupMenu(props: {
  group: Group;
  /** Tells one group's menu from another's to who listens. */
  title: string;
  columns: readonly ColumnLook[];
  trigger: ReactElement<object>;
  onRename: (group: Group) => void;
  onGroup: (group: Group) => void;
  onMove: (group: Group, to: ColumnId) => void;
  onDissolve: (group: Group) => void;
}): ReactNode {
  const { group, title, columns, trigger, onRename, onGroup, onMove, onDissolve } = props;
  const others = columns.filter(({ id }) => id !== group.column_id);
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil />} onSelect={() => onRename(group)}>
        Rename<span className="sr-only"> group: {title}</span>
      </MenuItem>
      <MenuItem icon={<Layers />} onSelect={() => onGroup(group)}>
        Group with…<span className="sr-only"> group: {title}</span>
      </MenuItem>
      {others.length > 0 && (
        <MenuGroup label="Move to…">
          {others.map(({ id, title: column, Icon, text }) => (
            <MenuItem key={id} icon={<Icon className={text} />} onSelect={() => onMove(group, id)}>
              {column}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      <MenuSeparator />
      <MenuItem icon={<Ungroup />} onSelect={() => onDissolve(group)}>
        Dissolve group<span className="sr-only">: {title}</span>
      </MenuItem>
    </Menu>
  );
}

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
