import { Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Menu } from '#web/ui/overlays/Menu.tsx';

import { type LeadControlsProps, useLeadControls } from './use-lead-controls.tsx';

/** What is decided before a meeting starts: its board, a link for a screen, and who leads. Empty for who may not. */
export function PlannedControls(props: LeadControlsProps): ReactNode {
  const { items, dialogs } = useLeadControls(props);
  if (items === null) return null;
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" icon={<Settings2 aria-hidden="true" />}>
            Prepare
          </Button>
        }
      >
        {items}
      </Menu>
      {dialogs}
    </>
  );
}
