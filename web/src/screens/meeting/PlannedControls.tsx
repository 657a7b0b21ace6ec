import { Play, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Menu } from '#web/ui/overlays/Menu.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';

import { useLeadControls } from './use-lead-controls.tsx';

/** Start, and decisions before it: settings, screen link, and owner. */
export function PlannedControls(props: {
  /** A reason if the user may not start it. */
  start: { reason: string | undefined } | null;
  onStart: () => void;
}): ReactNode {
  const { start, onStart } = props;
  const { items, dialogs } = useLeadControls();
  const step = {
    id: 'start-meeting',
    group: 'Next step' as const,
    label: 'Start Meeting',
    icon: <Play />,
    keywords: ['begin', 'go live'],
    run: onStart,
  };
  usePaletteCommands(start && start.reason === undefined ? [step] : []);
  return (
    <div className="meeting-step">
      {start && (
        <Button size="sm" variant="primary" disabledReason={start.reason} onClick={onStart}>
          Start Meeting
        </Button>
      )}
      {items !== null && (
        <Menu
          trigger={
            <Button size="sm" icon={<Settings2 />}>
              Prepare
            </Button>
          }
        >
          {items}
        </Menu>
      )}
      {dialogs}
    </div>
  );
}
