import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { myTeamsQuery, teamSearchQuery } from './teams.queries.ts';

test('A-84: teams are asked for again although the clock was set back', () => {
  const client = new QueryClient();
  const inAnHour = { updatedAt: Date.now() + 3_600_000 };
  client.setQueryData(myTeamsQuery().queryKey, { teams: [], total: 0 }, inAnHour);
  client.setQueryData(teamSearchQuery('a').queryKey, [], inAnHour);
  expect(new QueryObserver(client, myTeamsQuery()).getCurrentResult().isStale).toBe(true);
  expect(new QueryObserver(client, teamSearchQuery('a')).getCurrentResult().isStale).toBe(true);
});
