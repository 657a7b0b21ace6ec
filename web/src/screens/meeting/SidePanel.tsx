import { PanelRightClose } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { readStored, storageKeys, store } from '#web/browser-storage';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

import { useMeetingParts } from './meeting-parts.ts';
import type { ActivityState } from './stored-activity.ts';

type SidePanelState = ReturnType<typeof useSidePanel>;

/** Beside the board in wide windows, where the choice is stored; over it as a drawer on small screens. */
export function useSidePanel() {
  const [isOpen, setIsOpen] = useState(wasOpen);
  const [isDrawerOpen, setDrawerOpen] = useState(false);

  function setOpen(next: boolean): void {
    // The panel's focus would be lost.
    if (document.activeElement?.closest('.side-panel'))
      document.querySelector<HTMLElement>('.people-button')?.focus();
    setIsOpen(next);
    store(storageKeys.sidePanel, next ? 'open' : 'closed');
  }

  return {
    isOpen,
    setOpen,
    isDrawerOpen,
    setDrawerOpen,
    /** Toggles the variant that fits this window. */
    toggle: () => {
      if (matchMedia('(width >= 64rem)').matches) setOpen(!isOpen);
      else setDrawerOpen(true);
    },
  };
}

/** By default open if three columns stay wide enough beside it. */
function wasOpen(): boolean {
  const stored = readStored(storageKeys.sidePanel);
  return stored === null ? matchMedia('(width >= 80rem)').matches : stored === 'open';
}

// Loaded after the board.
const ParticipantsPanel = lazyPart(() => import('./late-code.ts'), 'ParticipantsPanel');
const SendFloating = lazyPart(() => import('./late-code.ts'), 'SendFloating');
const ScreensWatching = lazyPart(() => import('./late-code.ts'), 'ScreensWatching');
const MeetingActions = lazyPart(() => import('./MeetingActions.tsx'), 'MeetingActions');

// On a tab that is not the first.
const RecentActivity = lazyPart(() => import('./RecentActivity.tsx'), 'RecentActivity');

// For small screens only.
const Drawer = lazyPart(() => import('#web/ui/overlays/Drawer.tsx'), 'Drawer');

/** Participants and activity beside the board; a drawer on small screens. */
export function SidePanel(props: {
  state: SidePanelState;
  /** The team's size; null while unknown. */
  teamSize: number | null;
  /** Kept outside, so that no entry is lost while another tab is shown. */
  activity: ActivityState;
}): ReactNode {
  const { state, teamSize, activity } = props;
  const { board } = useMeetingParts();
  // Kept while the panel is closed.
  const [tab, setTab] = useState('participants');
  useShortcuts((shortcut) => shortcut === 'p' && state.toggle);
  const content = (end?: ReactNode): ReactNode => (
    <div className="flex h-full flex-col">
      <Tabs
        fill
        label="Meeting"
        value={tab}
        onValueChange={setTab}
        end={end}
        items={[
          {
            value: 'participants',
            label: 'People',
            content: <ParticipantsPanel teamSize={teamSize} />,
          },
          {
            value: 'activity',
            label: 'Activity',
            isNew: activity.entries.some(({ isNew }) => isNew),
            content: <RecentActivity {...activity} />,
          },
          {
            value: 'actions',
            label: 'Actions',
            content: <MeetingActions actions={board.actions} />,
          },
        ]}
      />
      <ScreensWatching />
      <div className="shrink-0 border-t border-line p-3">
        <SendFloating fallback={<span className="size-11" />} />
      </div>
    </div>
  );
  return (
    <>
      {state.isOpen && (
        <aside
          aria-label="Meeting"
          className="side-panel min-h-0 border-l border-line bg-surface max-lg:hidden"
        >
          {content(
            <IconButton
              label="Hide panel"
              icon={<PanelRightClose />}
              side="left"
              onClick={() => state.setOpen(false)}
            />,
          )}
        </aside>
      )}
      <Drawer open={state.isDrawerOpen} onOpenChange={state.setDrawerOpen} title="Meeting" flush>
        {content()}
      </Drawer>
    </>
  );
}
