import { refusalText } from '@wentwell/contract/errors';
import { meetingPolicy } from '@wentwell/contract/meetings';
import { ArrowRight, Flag, QrCode, Settings2, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import type { LinkKind } from '#web/features/guests/board-links';
import type { LeadQuestion } from '#web/features/meetings/LeadDialogs.tsx';
import { leadRights } from '#web/features/meetings/meeting-lead';
import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import { toast } from '#web/ui/feedback/toast';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { type Command, useCommands } from '#web/ui/overlays/commands';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';

import { finishCommand } from './FinishButton.tsx';
import { useMeetingParts } from './meeting-parts.ts';

// Loaded while the board is idle, before the first press.
const LeadDialogs = lazyPart(() => import('#web/features/meetings/LeadDialogs.tsx'), 'LeadDialogs');

const BoardSettings = lazyPart(() => import('./BoardSettings.tsx'), 'BoardSettings');

const LinkDialog = lazyPart(() => import('#web/features/guests/LinkDialog.tsx'), 'LinkDialog');
const linkKinds = ['screen', 'guest'] as const;

/** Handover and takeover: menu items, palette commands, and their dialogs. */
export function useLeadControls() {
  const { board, who, personOf } = useMeetingParts();
  const { meeting, presence } = board;
  const [asking, setAsking] = useState<LeadQuestion | 'settings' | LinkKind | null>(null);
  // Stays mounted to keep typed text while closed.
  const [hasOpened, setOpened] = useState(false);
  const { members = [] } = useAllMembers(teamOf(who, meeting), asking === 'hand-over');
  const rights = leadRights(who, meeting);
  const settings = {
    id: 'board-settings',
    label: 'Board settings',
    keywords: ['rename', 'name', 'columns', 'template', 'votes', 'anonymous', 'hide', 'options'],
    icon: <Settings2 aria-hidden="true" className="size-4" />,
    run: () => {
      setOpened(true);
      setAsking('settings');
    },
  };
  const keywords = ['owner', 'lead', 'facilitator'];
  const takeOver = {
    id: 'meeting-take-over',
    keywords,
    label: 'Take over this meeting',
    icon: <Flag aria-hidden="true" className="size-4" />,
    run: () => setAsking('take-over'),
  };
  const handOver = {
    id: 'meeting-hand-over',
    keywords,
    label: 'Hand over to…',
    icon: <ArrowRight aria-hidden="true" className="size-4" />,
    run: () => setAsking('hand-over'),
  };
  const screenLink = {
    id: 'screen-link',
    label: 'Screen link…',
    keywords: ['projector', 'spectator'],
    icon: <QrCode aria-hidden="true" className="size-4" />,
    run: () => setAsking('screen'),
  };
  const guestLink = {
    id: 'guest-link',
    label: 'Guest link…',
    keywords: ['invite', 'visitor'],
    icon: <UserPlus aria-hidden="true" className="size-4" />,
    run: () => setAsking('guest'),
  };
  const leadQuestion =
    asking === 'settings' || asking === 'screen' || asking === 'guest' ? null : asking;
  const whyNot = refusalText(meetingPolicy.change(who, meeting));
  const mayChange = whyNot === undefined;
  const isGuest = useIsGuest();
  const offered = isGuest
    ? []
    : [
        ...(mayChange ? [settings, screenLink] : []),
        ...(mayChange && meeting.settings.guests ? [guestLink] : []),
        ...(rights.takeOver ? [takeOver] : []),
        ...(rights.handOver ? [handOver] : []),
      ];
  // Users without the right find the command with the reason.
  const explaining = [settings, finishCommand].map((each) => ({
    ...each,
    run: () => toast.info({ id: 'key-refused', title: whyNot ?? '' }),
  }));
  useCommands(
    [...(mayChange ? [] : explaining), ...offered].map((each): Command => ({
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
        <LeadDialogs
          meeting={meeting}
          me={who.userId}
          ownerName={personOf(meeting.owner_id).name}
          members={members}
          presence={presence}
          open={leadQuestion !== null}
          asking={leadQuestion}
          onClose={() => setAsking(null)}
        />
        {linkKinds.map((kind) => (
          <LinkDialog
            key={kind}
            kind={kind}
            open={asking === kind}
            onClose={() => setAsking(null)}
          />
        ))}
        {hasOpened && (
          <BoardSettings open={asking === 'settings'} onClose={() => setAsking(null)} />
        )}
      </>
    ),
  };
}
