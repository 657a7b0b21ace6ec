import { useQuery } from '@tanstack/react-query';

import { errorText } from '#web/api/request';
import { ownSessionsQuery, useEndSession } from '#web/features/auth/own-sessions.queries';
import { OwnSessions } from '#web/features/auth/OwnSessions.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

export function SignedInPlaces() {
  const query = useQuery(ownSessionsQuery());
  const end = useEndSession();
  if (query.isPending) {
    return (
      <Delayed busy>
        <Skeleton height={66} />
      </Delayed>
    );
  }
  if (!query.data) {
    return (
      <LoadFailure title="Failed to load your logins" query={query}>
        {errorText(query.error)}
      </LoadFailure>
    );
  }
  return (
    <OwnSessions
      sessions={query.data}
      ending={end.isPending ? end.variables.id : null}
      onEnd={(session) => end.mutate(session)}
    />
  );
}
