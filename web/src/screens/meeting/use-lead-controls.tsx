import { refusalText } from '@wentwell/contract/errors';
import { meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { ArrowRight, Flag, Monitor, Settings2, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import type { LinkKind } from '#web/features/guests/guests.queries';
import { leadCandidates, leadRights } from '#web/features/meetings/meeting-lead';
import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';

import { finishCommand } from './FinishButton.tsx';
import { useMeetingParts } from './meeting-parts.ts';

// Loaded while the board is idle, before the first press.
const leadDialogs = () => import('#web/features/meetings/LeadDialogs.tsx');
const TakeOverDialog = lazyPart(leadDialogs, 'TakeOverDialog');
const HandOverDialog = lazyPart(leadDialogs, 'HandOverDialog');
const BoardSettings = lazyPart(() => import('./BoardSettings.tsx'), 'BoardSettings');

const LinkDialog = lazyPart(() => import('#web/features/guests/LinkDialog.tsx'), 'LinkDialog');

/** Handover and takeover: menu items, palette commands, and their dialogs. */
export function useLeadControls() {
  const { board, who, personOf } = useMeetingParts();
  const { meeting } = board;
  const dialog = useDialog<'take-over' | 'hand-over' | LinkKind>();
  // Stays mounted to keep typed text while closed; null before the first opening.
  const [areSettingsOpen, setSettingsOpen] = useState<boolean | null>(null);
  const rights = leadRights(who, meeting);
  const settings = {
    id: 'board-settings',
    label: 'Board settings',
    keywords: ['rename', 'name', 'columns', 'template', 'votes', 'anonymous', 'hide', 'options'],
    icon: <Settings2 />,
    run: () => setSettingsOpen(true),
  };
  const whyNot = refusalText(meetingPolicy.change(who, meeting));
  const mayChange = whyNot === undefined;
  const isGuest = useIsGuest();
  const ofOwner = ['owner', 'lead', 'facilitator'];
  const all = [
    mayChange && settings,
    mayChange && {
      id: 'screen-link',
      label: 'Screen in the room…',
      keywords: ['projector', 'spectator'],
      icon: <Monitor />,
      run: () => dialog.open('screen'),
    },
    mayChange &&
      meeting.settings.guests && {
        id: 'guest-link',
        label: 'Guest link…',
        keywords: ['invite', 'visitor'],
        icon: <UserPlus />,
        run: () => dialog.open('guest'),
      },
    rights.takeOver && {
      id: 'meeting-take-over',
      label: 'Take over this meeting',
      keywords: ofOwner,
      icon: <Flag />,
      run: () => dialog.open('take-over'),
    },
    rights.handOver && {
      id: 'meeting-hand-over',
      label: 'Hand over to…',
      keywords: ofOwner,
      icon: <ArrowRight />,
      run: () => dialog.open('hand-over'),
    },
  ];
  const offered = isGuest ? [] : all.filter((each) => each !== false);
  // Users without the right find the command with the reason.
  const explaining = [settings, finishCommand].map((each) => ({
    ...each,
    run: () => sayWhyNot(whyNot ?? ''),
  }));
  usePaletteCommands(
    [...(mayChange ? [] : explaining), ...offered].map((each): PaletteCommand => ({
      ...each,
      group: 'Meeting',
    })),
  );
  return {
    /** Menu items; null if the user may not change the owner. */
    items: mayChange
      ? offered.map(({ label, icon, run }) => (
          <MenuItem key={label} icon={icon} onSelect={run}>
            {label}
          </MenuItem>
        ))
      : null,
    /** Render outside the menu, which closes when an item is pressed. */
    dialogs: mayChange && (
      <>
        {dialog.render((props, asked) => {
          if (asked === 'take-over') {
            const ownerName = personOf(meeting.owner_id).name;
            return (
              <TakeOverDialog {...props} meeting={meeting} me={who.userId} ownerName={ownerName} />
            );
          }
          return asked === 'hand-over' ? (
            <HandOver {...props} />
          ) : (
            <LinkDialog {...props} kind={asked} />
          );
        })}
        {areSettingsOpen !== null && (
          <BoardSettings open={areSettingsOpen} onClose={() => setSettingsOpen(false)} />
        )}
      </>
    ),
  };
}

function HandOver(dialog: DialogProps): ReactNode {
  const { board, who } = useMeetingParts();
  const { meeting, presence } = board;
  const { members = [] } = useAllMembers(teamOf(who, meeting));
  const online = new Set(presence.filter(({ isOnline }) => isOnline).map(({ userId }) => userId));
  const candidates = leadCandidates(members, meeting.owner_id, online);
  return <HandOverDialog {...dialog} meeting={meeting} candidates={candidates} />;
}
