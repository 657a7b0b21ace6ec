import {
  Bell,
  Download,
  Flag,
  LogOut,
  Menu as MenuIcon,
  Rows3,
  SkipForward,
  UsersRound,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { useSession } from '#web/features/auth/session.tsx';
import { doneUsers } from '#web/features/ready/ready-count';
import { ExportItems } from '#web/features/report/ExportMenu.tsx';
import { useSound } from '#web/features/timer/sound';
import type { AutoAdvance } from '#web/features/timer/TimerPanel.tsx';
import { useLayoutActions } from '#web/screens/layouts/layout-actions';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { AvatarStack } from '#web/ui/identity/Avatar.tsx';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { CommandItems, MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import { useMeetingParts } from './meeting-parts.ts';
import type { Density } from './MeetingFrame.tsx';
import { faceOf } from './PeopleButton.tsx';

import './menu-switch.css';

/** Items for all users. */
export interface CommonMenu {
  /** Undefined if the user cannot set it. */
  autoAdvance: AutoAdvance | undefined;
  density: Density;
  onDensity: (density: Density) => void;
  onPeople: () => void;
}

// One function for all renders, or every change of the board would move the focus back.
function focusFirstItem(items: HTMLElement | null): void {
  items?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
}

function MenuSwitch(props: ComponentProps<typeof MenuItem> & { checked: boolean }): ReactNode {
  return <MenuItem {...props} role="menuitemcheckbox" end={<span className="menu-switch" />} />;
}

/** Items of the menu at the bar's end. */
export function MeetingMenuItems(
  props: CommonMenu & {
    /** Null if the user may not change the meeting. */
    leadItems: ReactNode;
    whyNotFinish: string | undefined;
    onFinish: () => void;
  },
): ReactNode {
  const { autoAdvance, density, onDensity, onPeople } = props;
  const { board } = useMeetingParts();
  const { meeting, presence } = board;
  const here = presence.filter(({ isOnline }) => isOnline);
  const done = doneUsers(board);
  // The bar has no room for the logo.
  const { openMenu: onNavigation } = useLayoutActions();
  const [hasSound, setSound] = useSound();
  const { isGuest = false, logout } = useSession();
  const [isExporting, setExporting] = useState(false);
  const isTight = !matchMedia('(width >= 40rem) and (height >= 30rem)').matches;
  if (isExporting) {
    return (
      // The pressed item is gone.
      <div ref={focusFirstItem}>
        <MenuGroup label="Export">
          <ExportItems meeting={meeting} />
        </MenuGroup>
      </div>
    );
  }
  return (
    <SmallPart>
      <MenuItem
        icon={<UsersRound />}
        end={
          <span className="flex items-center">
            {isTight && (
              // Its bar has no room for faces.
              <span aria-hidden="true">
                <AvatarStack
                  label=""
                  max={4}
                  people={here.map((entry) => ({
                    ...faceOf(entry, meeting, []),
                    mark: done.includes(entry.userId) ? { label: 'done' } : undefined,
                  }))}
                />
              </span>
            )}
            <span className="tight:sr-only">{here.length} online</span>
            <span aria-hidden="true" className="ml-2 pointer-coarse:hidden">
              <Kbd>P</Kbd>
            </span>
          </span>
        }
        onSelect={onPeople}
      >
        People and activity
      </MenuItem>
      {isTight && !isGuest && (
        <MenuItem icon={<MenuIcon />} onSelect={onNavigation}>
          Navigation
        </MenuItem>
      )}
      {isTight && <CommandItems areListed={({ isInMenu }) => isInMenu === true} />}
      {props.leadItems}
      {!isGuest && (
        <MenuItem icon={<Download />} opensMore onSelect={() => setExporting(true)}>
          Export…
        </MenuItem>
      )}
      <MenuSeparator />
      {!isTight && (
        <MenuSwitch
          icon={<Rows3 />}
          checked={density === 'compact'}
          onSelect={() => onDensity(density === 'compact' ? 'comfortable' : 'compact')}
        >
          Dense cards
        </MenuSwitch>
      )}
      <MenuSwitch icon={<Bell />} checked={hasSound} onSelect={() => setSound(!hasSound)}>
        Sound
      </MenuSwitch>
      {autoAdvance && (
        <MenuSwitch
          icon={<SkipForward />}
          checked={autoAdvance.isOn}
          onSelect={() => autoAdvance.onSet(!autoAdvance.isOn)}
        >
          Advance when time is up
        </MenuSwitch>
      )}
      {!isTight && (
        <CommandItems areListed={({ id }) => id === 'shortcuts' || id === 'filter-notes'} />
      )}
      <MenuSeparator />
      {isGuest && (
        <MenuItem icon={<LogOut />} onSelect={() => void logout()}>
          Leave
        </MenuItem>
      )}
      <MenuItem
        icon={<Flag />}
        tone="danger"
        disabledReason={props.whyNotFinish}
        onSelect={props.onFinish}
      >
        Finish
      </MenuItem>
    </SmallPart>
  );
}
