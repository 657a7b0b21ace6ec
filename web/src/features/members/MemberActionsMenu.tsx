import { Ellipsis, UserCog, UserMinus } from 'lucide-react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

import type { MemberActions } from './member-actions.ts';

export interface MemberActionsMenuProps {
  name: string;
  actions: MemberActions;
  onRemove: () => void;
}

export function MemberActionsMenu({ name, actions, onRemove }: MemberActionsMenuProps) {
  const trigger = (
    <IconButton
      label={`Actions for ${name}`}
      icon={<Ellipsis aria-hidden="true" />}
      disabledReason={actions.menuReason}
      side="left"
    />
  );
  // Not inside a menu, because a menu's trigger would open even while its button is disabled.
  if (actions.menuReason !== undefined) return trigger;
  return (
    <Menu trigger={trigger}>
      <MenuItem
        icon={<UserCog aria-hidden="true" />}
        disabledReason="Roles are changed under Manage Teams, Members"
      >
        Change Role
      </MenuItem>
      <MenuItem
        icon={<UserMinus aria-hidden="true" />}
        tone="danger"
        disabledReason={actions.removeReason}
        onSelect={onRemove}
      >
        Remove Member
      </MenuItem>
    </Menu>
  );
}
