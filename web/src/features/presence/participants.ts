import type { UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { PresenceEntry } from '@wentwell/contract/live/live';

/** People who call come first, in the order of `calling`. */
export function sortParticipants(
  presence: readonly PresenceEntry[],
  me: UserId,
  calling: readonly UserId[],
) {
  const order = calling.toReversed();
  const byCall = (a: PresenceEntry, b: PresenceEntry): number =>
    order.indexOf(b.userId) - order.indexOf(a.userId);
  const here = presence.filter((entry) => entry.isOnline);
  const you = here.find((entry) => entry.userId === me) ?? null;
  const others = here
    .filter((entry) => entry.userId !== me)
    .toSorted((a, b) => byCall(a, b) || a.userName.localeCompare(b.userName));
  const gone = presence
    .filter((entry) => !entry.isOnline && entry.userId !== me)
    .toSorted((a, b) => byCall(a, b) || b.lastSeen.localeCompare(a.lastSeen));
  return {
    you,
    online: you ? [you, ...others] : others,
    others,
    /** People who left recently, latest first. */
    recent: gone.slice(0, boardLimits.recentlyActive),
    moreRecent: Math.max(0, gone.length - boardLimits.recentlyActive),
    recentCount: gone.length,
  };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 'just now', 'Nm ago', 'Nh ago' or 'Nd ago'. A future time, from another clock, counts as just now. */
export function lastSeenText(lastSeen: string, now: number): string {
  const age = now - Date.parse(lastSeen);
  if (!(age >= minute)) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)}m ago`;
  if (age < day) return `${Math.floor(age / hour)}h ago`;
  return `${Math.floor(age / day)}d ago`;
}
