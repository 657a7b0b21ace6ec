import type { UserId } from '@wentwell/contract/ids';
import { type ReactNode, useEffect, useId } from 'react';

import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import type { Person } from '#web/ui/identity/person';

import type { Activity } from './change-words.ts';
import { useMeetingParts } from './meeting-parts.ts';
import type { ActivityState, StoredEntry } from './stored-activity.ts';

/** Visual only; screen readers get separate, less frequent announcements. */
export function RecentActivity({ entries, onChange }: ActivityState): ReactNode {
  const { who, personOf } = useMeetingParts();
  const titleId = useId();
  useEffect(() => onChange(seen), [entries, onChange]);
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3">
      <h2 id={titleId} className="text-sm font-bold">
        Recent Activity
      </h2>
      {entries.length === 0 ? (
        <p className="text-xs text-muted">All quiet.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-2.5">
          {entries.map((entry) => (
            <Part key={entry.id}>
              {() => (
                <li className="flex animate-rise gap-2.5">
                  {entry.userId && <Avatar person={personOf(entry.userId)} size="sm" decorative />}
                  <p className="min-w-0 text-soft">
                    <span className="font-semibold text-ink wrap-anywhere">
                      {nameOf(entry, who.userId, personOf)}
                    </span>{' '}
                    {entry.action}
                    {entry.preview !== '' && (
                      <span className="block truncate text-muted">“{entry.preview}”</span>
                    )}
                  </p>
                </li>
              )}
            </Part>
          ))}
        </ul>
      )}
    </section>
  );
}

function seen(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  if (!entries.some(({ isNew }) => isNew)) return entries;
  return entries.map((entry) => ({ ...entry, isNew: false }));
}

function nameOf(
  { userId, isByMeeting }: Activity,
  me: UserId,
  personOf: (userId: UserId) => Person,
): string {
  if (userId === null) return isByMeeting ? 'The meeting' : 'Someone';
  return userId === me ? 'You' : personOf(userId).name;
}
