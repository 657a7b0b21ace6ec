import type { Group } from '@wentwell/contract/notes/groups';
import { Layers, Pencil, Ungroup } from 'lucide-react';
import type { ReactNode } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import { CardMenu, MoveItems } from '#web/ui/overlays/CardMenu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import type { GroupCardParts } from './use-grouping.ts';

export function GroupButtons(props: {
  group: Group;
  /** The group's title, for the menu's accessible name. */
  title: string;
  parts: GroupCardParts;
}): ReactNode {
  const { group, title, parts } = props;
  const { columns, onAct, onMove } = parts;
  return (
    <span className="note-tools">
      <CardButton
        title="Rename group"
        aria-label={`Rename group: ${title}`}
        onClick={() => onAct('rename', group)}
      >
        <Pencil />
      </CardButton>
      <CardMenu label={`Actions for group “${title}”`} title={title}>
        <MenuItem icon={<Pencil />} onSelect={() => onAct('rename', group)}>
          Rename<span className="sr-only"> group: {title}</span>
        </MenuItem>
        <MenuItem icon={<Layers />} onSelect={() => onAct('group', group)}>
          Group with…<span className="sr-only"> group: {title}</span>
        </MenuItem>
        <MoveItems columns={columns} from={group.column_id} onMove={(to) => onMove(group, to)} />
        <MenuSeparator />
        <MenuItem icon={<Ungroup />} onSelect={() => onAct('dissolve', group)}>
          Dissolve group<span className="sr-only">: {title}</span>
        </MenuItem>
      </CardMenu>
    </span>
  );
}
