import type { Group } from '@wentwell/contract/notes/groups';
import { Ellipsis, Layers, Pencil, Ungroup } from 'lucide-react';
import type { ReactNode } from 'react';

import { CardButton, CardMenuTitle } from '#web/ui/buttons/CardButton.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import type { GroupCardParts } from './use-grouping.ts';

export function GroupButtons(props: {
  group: Group;
  /** The group's title, for the menu's accessible name. */
  title: string;
  parts: GroupCardParts;
}): ReactNode {
  const { group, title, parts } = props;
  const { columns, onAct, onMove } = parts;
  const others = columns.filter(({ id }) => id !== group.column_id);
  return (
    <span className="note-tools">
      <CardButton
        title="Rename group"
        aria-label={`Rename group: ${title}`}
        onClick={() => onAct('rename', group)}
      >
        <Pencil />
      </CardButton>
      <Menu
        trigger={
          <CardButton title="More" aria-label={`Actions for group “${title}”`}>
            <Ellipsis />
          </CardButton>
        }
      >
        <CardMenuTitle>{title}</CardMenuTitle>
        <MenuItem icon={<Pencil />} onSelect={() => onAct('rename', group)}>
          Rename<span className="sr-only"> group: {title}</span>
        </MenuItem>
        <MenuItem icon={<Layers />} onSelect={() => onAct('group', group)}>
          Group with…<span className="sr-only"> group: {title}</span>
        </MenuItem>
        {others.length > 0 && (
          <MenuGroup label="Move to…">
            {others.map(({ id, title: column, Icon, tone }) => (
              <MenuItem
                key={id}
                icon={<Icon data-tone={tone} className="text-(--tone-text)" />}
                onSelect={() => onMove(group, id)}
              >
                {column}
              </MenuItem>
            ))}
          </MenuGroup>
        )}
        <MenuSeparator />
        <MenuItem icon={<Ungroup />} onSelect={() => onAct('dissolve', group)}>
          Dissolve group<span className="sr-only">: {title}</span>
        </MenuItem>
      </Menu>
    </span>
  );
}
