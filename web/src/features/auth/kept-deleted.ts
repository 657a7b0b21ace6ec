import { useQuery } from '@tanstack/react-query';

import { signInOptionsQuery } from './sign-in.queries.ts';

/** How long deleted items can be restored, as the end of a sentence; empty if forever or unknown. */
export function useRetentionText(): string {
  const days = useQuery(signInOptionsQuery).data?.keep_deleted_days;
  return days ? ` for ${inDays(days)}` : '';
}

/** Returns the sentence on when a deleted account's notes, comments, reactions and votes are erased. */
export function useErasureNotice(): string {
  const days = useQuery(signInOptionsQuery).data?.keep_deleted_days;
  if (days === null) return 'Your notes, comments, reactions and votes stay with your teams.';
  const when = days === undefined ? 'Later' : `After ${inDays(days)}`;
  return `${when}, your notes, comments, reactions and votes are deleted for good.`;
}

function inDays(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}
