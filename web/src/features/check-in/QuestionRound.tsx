import { useMutation } from '@tanstack/react-query';
import {
  CheckInRound,
  checkInPolicy,
  type TurnInput,
} from '@wentwell/contract/check-in/check-in-calls';
import type { UserId } from '@wentwell/contract/ids';
import { Check, Ellipsis, Eye, EyeOff, MessageCircleQuestion, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { request } from '#web/api/request';
import { meetingNow } from '#web/api/server-time';
import { useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';

type RoundChange = 'next' | { question_hidden: boolean } | TurnInput;

export function QuestionRound(): ReactNode {
  const { meeting, check_in: checkIn, presence } = useShownBoard();
  const { question, question_hidden: isHidden, turns } = checkIn;
  const who = useViewer();
  const personOf = usePersonOf();
  const path = `/api/v1/meetings/${meeting.id}/check-in`;
  const schema = CheckInRound;
  const { mutate: onChange } = useMutation({
    scope: { id: path },
    mutationFn: (change: RoundChange) => {
      if (change === 'next')
        return request({ path: `${path}/next-question`, method: 'POST', schema });
      const below = 'done' in change ? '/turn' : '';
      return request({ path: path + below, method: 'PUT', body: change, schema });
    },
    onError: toast.onError('The check-in was not changed', { id: 'round-refused' }),
  });
  const now = meetingNow(meeting);
  const leads = checkInPolicy.lead(who, now) === 'allowed';
  const mayAnswer = checkInPolicy.turn(who, now, who.userId) === 'allowed';
  const isMe = (id: UserId): boolean => id === who.userId;
  const people = presence
    .filter(({ isOnline }) => isOnline)
    .toSorted((a, b) => Number(isMe(b.userId)) - Number(isMe(a.userId)))
    .map(({ userId: id }) => ({ id, name: personOf(id).name }));
  usePaletteCommands([
    leads &&
      !isHidden && {
        id: 'next-question',
        group: 'Meeting',
        label: 'Next question of the day',
        icon: <MessageCircleQuestion />,
        keywords: ['check-in', 'icebreaker'],
        run: () => onChange('next'),
      },
  ]);
  if (!leads && (isHidden || question === null)) return null;
  const done = people.filter(({ id }) => turns.some((turn) => turn === id)).length;
  return (
    <div className="grid gap-3.5">
      <div className="flex items-start justify-between gap-2">
        <div className="grid min-w-0 gap-1">
          <p className="text-xs font-semibold text-muted">Question of the day</p>
          <p className={isHidden ? 'text-soft' : 'text-lg font-bold wrap-anywhere'}>
            {isHidden ? 'Hidden from everyone.' : (question ?? 'None yet.')}
          </p>
        </div>
        {leads && (
          <Menu trigger={<IconButton label="Change the question" icon={<Ellipsis />} />}>
            {!isHidden && (
              <MenuItem icon={<RefreshCw />} onSelect={() => onChange('next')}>
                Next question
              </MenuItem>
            )}
            <MenuItem
              icon={isHidden ? <Eye /> : <EyeOff />}
              onSelect={() => onChange({ question_hidden: !isHidden })}
            >
              {isHidden ? 'Show the question' : 'Hide the question'}
            </MenuItem>
          </Menu>
        )}
      </div>
      {!isHidden && question !== null && (
        <div className="grid gap-2">
          <p className="text-xs text-muted">
            {done} of {people.length} answered
          </p>
          <ul aria-label="Turns" className="flex flex-wrap gap-2">
            {people.map((person) => {
              const isDone = turns.some((turn) => turn === person.id);
              const isOwn = isMe(person.id);
              return (
                <li key={person.id} className="min-w-0">
                  <button
                    type="button"
                    data-printed={isDone || !isOwn || undefined}
                    aria-pressed={isDone}
                    className={`${isOwn ? 'border-line-strong font-medium text-ink' : 'border-transparent'} enabled:border-control inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border py-1 pr-3 pl-1.5 text-soft enabled:hover:bg-hover aria-pressed:border-success-line aria-pressed:bg-success-soft aria-pressed:text-success-text pointer-coarse:min-h-11`}
                    disabled={!mayAnswer || (!isOwn && !leads)}
                    onClick={() =>
                      onChange({ done: !isDone, ...(!isOwn && { user_id: person.id }) })
                    }
                  >
                    <Avatar person={person} size="xs" decorative />
                    <span className={isOwn ? 'text-left' : 'truncate'}>
                      {isOwn ? 'I have answered' : person.name}
                    </span>
                    {isDone && <Check className="size-4 shrink-0" />}
                    {!isOwn && (
                      <span className="sr-only">
                        {isDone ? 'has answered' : 'has not answered'}
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
