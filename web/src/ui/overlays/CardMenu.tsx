import type { ColumnId } from '@wentwell/contract/notes/columns';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import { CardButton } from '#web/ui/buttons/CardButton.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';

import { Menu, MenuGroup, MenuItem, openMenuAt } from './Menu.tsx';
import { popupLabelClass } from './popup-class.ts';

export function CardMenu(props: {
  /** Names the menu, with the card's title. */
  label: string;
  /** Shown on a phone, where the menu opens away from its card. */
  title: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Menu
      trigger={
        <CardButton title="More" aria-label={props.label}>
          <Ellipsis />
        </CardButton>
      }
    >
      <span aria-hidden="true" dir="auto" className={`${popupLabelClass} truncate sm:hidden`}>
        {props.title}
      </span>
      {props.children}
    </Menu>
  );
}

/** The columns to which a card can move. */
export function MoveItems(props: {
  columns: readonly ColumnLook[];
  from: ColumnId;
  onMove: (to: ColumnId) => void;
}): ReactNode {
  const others = props.columns.filter(({ id }) => id !== props.from);
  if (others.length === 0) return null;
  return (
    <MenuGroup label="Move to…">
      {others.map(({ id, title, Icon, tone }) => (
        <MenuItem
          key={id}
          icon={<Icon data-tone={tone} className="text-(--tone-text)" />}
          onSelect={() => props.onMove(id)}
        >
          {title}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

/** Opens a card's menu at the columns. Closing it returns the focus to the present element. */
export function openMoveMenu(card: HTMLElement): void {
  const trigger = card.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (trigger) openMenuAt(trigger, '[role="group"] [role="menuitem"]');
}
