import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';

/** How many are here; opens and closes the panel that says who. */
export function OnlineButton({
  online,
  onPress,
}: {
  online: number;
  onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      title="Participants and activity"
      onClick={onPress}
      className="ring-focus hit-area flex h-9 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-md px-2 text-xs font-semibold text-soft tabular-nums transition-colors hover:bg-hover hover:text-ink"
    >
      <UsersRound aria-hidden="true" className="size-4" />
      <span className="min-w-[2ch] min-[1441px]:min-w-14">
        {online}
        <span className="max-[1440px]:sr-only"> online</span>
      </span>
    </button>
  );
}
