import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { VisuallyHidden } from '#web/ui/layout/VisuallyHidden.tsx';

import { CardPlaceholder } from './CardPlaceholder.tsx';

/** The shape of the dashboard before anything on it is known: nothing to read that a live meeting would push down. */
export function DashboardSkeleton() {
  return (
    <Delayed busy>
      <VisuallyHidden>Loading</VisuallyHidden>
      <div className="grid gap-6">
        <Card>
          <div className="grid gap-4">
            <Skeleton width={180} height={20} />
            <Skeleton width={320} />
          </div>
        </Card>
        <div className="grid gap-3">
          <Skeleton width={72} height={24} />
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
            {['teams', 'members', 'upcoming'].map((tile) => (
              <CardPlaceholder key={tile} heightClass="h-[78px] sm:h-[98px]" />
            ))}
          </div>
        </div>
        <Card>
          <div className="grid gap-6">
            <Skeleton width={140} height={20} />
            {['first', 'second', 'third'].map((row) => (
              <Skeleton key={row} height={20} />
            ))}
          </div>
        </Card>
      </div>
    </Delayed>
  );
}
