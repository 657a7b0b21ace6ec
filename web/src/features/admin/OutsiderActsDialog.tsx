import { useQuery } from '@tanstack/react-query';
import { OutsiderAct } from '@wentwell/contract/admin/outsider-acts';
import type { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams/teams';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { actionLabels } from './audit-words.ts';
import { Moment, TwoLines } from './Moment.tsx';

/** Shows a team's admins what superusers outside the team read and changed there. */
export function OutsiderActsDialog(props: DialogProps & { team: Pick<Team, 'id'> }): ReactNode {
  const { team, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      title="Access from Outside"
      description="What administrators of this site did here without being in the team."
    >
      <Acts team={team} />
      <DialogActions>
        <Button onClick={() => dialog.onOpenChange(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Acts({ team }: { team: Pick<Team, 'id'> }): ReactNode {
  const query = useQuery(outsiderActsQuery(team.id));
  if (query.isPending) return <Skeleton height={64} />;
  if (!query.data) return <LoadFailure title="The list cannot be shown" query={query} />;
  if (query.data.length === 0) {
    return <p className="py-6 text-center text-soft">Nobody outside the team has been here.</p>;
  }
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-card">
      {query.data.map(({ id, at, action, actor_name, meeting }) => (
        <li key={id} className="flex items-center justify-between gap-4 px-4 py-2.5">
          <TwoLines
            name={`${actionLabels[action]} ${meeting ? (meeting.name ?? '(deleted)') : ''}`}
            detail={actor_name ?? 'A deleted account'}
          />
          <span className="shrink-0 text-xs text-muted">
            <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** GET /teams/{id}/outsider-acts: the newest entries. */
function outsiderActsQuery(teamId: TeamId) {
  return readQuery(['outsider-acts', teamId], {
    path: `/api/v1/teams/${teamId}/outsider-acts`,
    schema: z.array(OutsiderAct),
  });
}
