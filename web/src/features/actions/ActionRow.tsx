import { useQueryClient } from '@tanstack/react-query';
import { type Action, changedDetails } from '@wentwell/contract/actions/actions';
import { CalendarDays, Check, Clock, Ellipsis, Pencil, RotateCcw, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { currentDay } from '#web/api/days';
import { useIsWaiting } from '#web/live/use-board';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';

import { ageText, dayText, formerOwnerText, isLate } from './action-age.ts';
import { useDropping } from './action-drafts.ts';
import type { ActionHandlers, ActionTools } from './action-handlers.ts';
import { DropReason } from './DropReason.tsx';

const ActionForm = lazyPart(() => import('./ActionForm.tsx'), 'ActionForm');

interface FactsProps {
  action: Action;
  /** Shown beside the owner: the item's meeting or team. */
  place?: ReactNode;
  /** A field in place of the owner's name. */
  ownerField?: ReactNode;
  /** A field in place of the day. */
  dueField?: ReactNode;
}

export interface ActionRowProps extends ActionTools, FactsProps {
  /** Replaces the facts at the row's end, except on paper. */
  fields?: ReactNode;
}

/** An action item: one click completes it; edited and dropped in place. */
export function ActionRow(props: ActionRowProps): ReactNode {
  return (
    <Part>
      <Row {...props} />
    </Part>
  );
}

function Row(props: ActionRowProps): ReactNode {
  const { action, people, handlers, place, fields } = props;
  const drafts = handlers?.drafts;
  const queries = useQueryClient();
  // An unsent or refused text reopens its field.
  const [mode, setMode] = useState<'shown' | 'edited' | 'restored' | 'closed'>(() =>
    drafts?.read(action.id) ? 'restored' : 'shown',
  );
  useEffect(
    () => drafts?.subscribe(action.id, (draft) => draft?.isRefused && setMode('restored')),
    [drafts, action.id],
  );
  const [isDropping, setDropping] = useDropping(drafts, action.id);
  const isWide = Boolean(fields);
  const isOpen = action.status === 'open';
  const isWaiting = useIsWaiting(action.id);
  if (handlers && (mode === 'edited' || mode === 'restored')) {
    return (
      <>
        <ActionForm
          people={people}
          drafts={handlers.drafts}
          draftKey={action.id}
          action={action}
          autoFocus={mode === 'edited'}
          onCancel={() => setMode('closed')}
          onSubmit={(draft, base = action) => {
            setMode('closed');
            const change = changedDetails(draft, base);
            if (Object.keys(change).length > 0) handlers.change(base, change);
          }}
        />
        {/* Replaces the form on paper. */}
        <div className="hidden print:block">
          <p className="wrap-anywhere">{action.text}</p>
          <ActionFacts {...props} />
        </div>
      </>
    );
  }
  return (
    <div className="grid gap-2">
      <div
        className={classNames(
          'flex min-w-0 gap-2.5',
          isWide ? 'flex-wrap items-center sm:flex-nowrap' : 'items-start max-[20rem]:flex-wrap',
        )}
      >
        <DoneMark action={action} handlers={handlers} />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1 pt-px max-[20rem]:order-last max-[20rem]:basis-full">
          <p
            className={classNames(
              'wrap-anywhere',
              isWide && 'text-base font-semibold',
              action.status === 'done' && 'text-soft',
              action.status === 'dropped' && 'text-muted line-through',
            )}
          >
            {action.text}
          </p>
          {isWide && (
            <p className="flex min-w-0 gap-2.5 text-xs text-soft print:hidden">
              {place}
              {isWaiting && <WaitingMark />}
            </p>
          )}
          <div className={isWide ? 'hidden print:block' : undefined}>
            <ActionFacts {...props} />
          </div>
        </div>
        {isWide && (
          <div className="flex min-w-0 items-center gap-3 max-sm:order-last max-sm:w-full max-sm:flex-wrap max-sm:pl-8 print:hidden">
            {fields}
          </div>
        )}
        {handlers && (
          <span className="-my-2 -mr-2 flex shrink-0">
            <Menu
              trigger={
                <IconButton
                  label={`Actions for ${action.text}`}
                  icon={<Ellipsis />}
                  autoFocus={mode === 'closed'}
                  onFocus={() => setMode('shown')}
                />
              }
            >
              <MenuItem icon={<Pencil />} onSelect={() => setMode('edited')}>
                Edit
              </MenuItem>
              {isOpen ? (
                <MenuItem icon={<X />} onSelect={() => setDropping(true)}>
                  Drop…
                </MenuItem>
              ) : (
                <MenuItem
                  icon={<RotateCcw />}
                  onSelect={() => handlers.change(action, { status: 'open' })}
                >
                  Reopen
                </MenuItem>
              )}
              {handlers.teamActs?.map(({ label, Icon, run }) => (
                <MenuItem key={label} icon={<Icon />} onSelect={() => void run(action, queries)}>
                  {label}
                </MenuItem>
              ))}
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => handlers.remove(action)}>
                Delete
              </MenuItem>
            </Menu>
          </span>
        )}
      </div>
      {handlers && isDropping && isOpen && (
        <DropReason action={action} handlers={handlers} onClose={() => setDropping(false)} />
      )}
    </div>
  );
}

function DoneMark(props: { action: Action; handlers: ActionHandlers | null }): ReactNode {
  const { action, handlers } = props;
  const isDone = action.status === 'done';
  const face = (
    <span
      className={classNames(
        'flex size-5 items-center justify-center rounded-sm border-2',
        isDone
          ? 'border-success-solid bg-success-solid text-card [print-color-adjust:exact]'
          : action.status === 'dropped'
            ? 'border-line-strong text-muted'
            : 'border-control *:opacity-0',
        handlers &&
          !isDone &&
          'hover:border-success-solid hover:text-success-text hover:*:opacity-100',
      )}
    >
      {action.status === 'dropped' ? <X className="size-3.5" /> : <Check className="size-3.5" />}
    </span>
  );
  if (!handlers || action.status === 'dropped') {
    return <span className="mt-0.5 shrink-0">{face}</span>;
  }
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isDone}
      aria-label={`Done: ${action.text}`}
      onClick={() => handlers.change(action, { status: isDone ? 'open' : 'done' })}
      data-printed
      className="ring-focus hit-area mt-0.5 shrink-0 rounded-sm"
    >
      {face}
    </button>
  );
}

/** Only a day that has passed stands out. */
function Due({ action }: { action: Action }): ReactNode {
  const today = currentDay();
  const late = isLate(action, today);
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 [&_svg]:size-3.5',
        late && 'font-semibold text-ink',
      )}
    >
      {late ? <Clock /> : <CalendarDays />}
      {dayText(action, today)}
    </span>
  );
}

export function ActionFacts(props: FactsProps): ReactNode {
  const { action, place, ownerField, dueField } = props;
  const personOf = usePersonOf();
  const isWaiting = useIsWaiting(action.id);
  const owner = action.assignee_id && personOf(action.assignee_id);
  const former = action.former_assignee_id && personOf(action.former_assignee_id);
  const age = action.status === 'open' ? ageText(action) : null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-xs font-normal text-soft">
      {ownerField ??
        (owner ? (
          <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
            <Avatar person={owner} size="xs" decorative />
            <span className="truncate">{owner.name}</span>
          </span>
        ) : (
          <span>{formerOwnerText(former)}</span>
        ))}
      {dueField ?? (action.due_on !== null && <Due action={action} />)}
      {age && <span>{age}</span>}
      {isWaiting && <WaitingMark />}
      {place}
      {action.status === 'dropped' && action.reason && (
        <span className="wrap-anywhere">Dropped: {action.reason}</span>
      )}
    </div>
  );
}
