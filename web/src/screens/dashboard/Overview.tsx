import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';

/** Undefined while loading; null without a count; the query if loading failed. */
export type Count = number | null | undefined | Retryable;

export interface Retryable {
  isFetching: boolean;
  refetch: () => unknown;
}

export function Overview(props: {
  teams: Count;
  members: Count;
  upcoming: Count;
  /** Small figures, below the first steps of a new user. */
  isQuiet: boolean;
}) {
  return (
    <TitledSection title="Overview" level={2} className="gap-3">
      <ul className="flex flex-wrap gap-2 sm:gap-4">
        {tiles.map(([which, label]) => (
          <Tile key={which} label={label} count={props[which]} isQuiet={props.isQuiet} />
        ))}
      </ul>
    </TitledSection>
  );
}

const tiles = [
  ['teams', 'Teams'],
  ['members', 'Team Members'],
  ['upcoming', 'Upcoming Meetings'],
] as const;

function Tile(props: { label: string; count: Count; isQuiet: boolean }) {
  const { label, count, isQuiet } = props;
  return (
    <li
      className={classNames(
        'flex flex-1 basis-20 flex-wrap',
        !isQuiet && 'rounded-lg border border-line bg-surface px-2.5 py-3 sm:px-6 sm:py-5',
      )}
    >
      <div
        className={classNames(
          'flex min-w-min flex-1',
          isQuiet ? 'gap-x-1.5' : 'flex-col-reverse items-start justify-end',
        )}
      >
        <p className="text-sm text-soft">{label}</p>
        {typeof count === 'object' && count !== null ? (
          <Failed label={label} query={count} />
        ) : (
          <p
            className={classNames(
              'tabular-nums',
              isQuiet ? 'text-sm font-semibold' : 'text-xl font-bold',
            )}
            aria-busy={count === undefined}
          >
            {count === undefined ? (
              <span className="flex min-h-8.5 items-center">
                <Skeleton width={36} height={24} />
              </span>
            ) : (
              (count ?? 'N/A')
            )}
          </p>
        )}
      </div>
    </li>
  );
}

function Failed({ label, query }: { label: string; query: Retryable }) {
  return (
    <p className="flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-danger-text">
      Failed to load
      <Button
        size="sm"
        aria-label={`Try to load ${label} again`}
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </p>
  );
}
