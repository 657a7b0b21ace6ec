// The confirmations before a user leaves or deletes a team.
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import type { TeamDialogProps } from './RenameTeamDialog.tsx';
import { useDeleteTeam, useLeaveTeam } from './team-changes.queries.ts';
import { showTeamFailure } from './team-notices.ts';

export function LeaveTeamDialog({ team, open, onOpenChange }: TeamDialogProps) {
  const leave = useLeaveTeam(team.id);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Leave Team"
      description={
        <span className="wrap-anywhere">
          Are you sure you want to leave the team “{team.name}”? To come back you need a new
          invitation.
        </span>
      }
      confirmLabel="Leave Team"
      tone="danger"
      busy={leave.isPending}
      busyLabel="Leaving…"
      onConfirm={() =>
        leave.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false);
            toast.success({
              title: 'Team left.',
              description: `You are no longer in ${team.name}.`,
            });
          },
          onError: (error) => showTeamFailure('leave', error),
        })
      }
    />
  );
}

export function DeleteTeamDialog({ team, open, onOpenChange }: TeamDialogProps) {
  const remove = useDeleteTeam(team.id);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Team"
      description={
        <span className="wrap-anywhere">
          Are you sure you want to delete the team “{team.name}”? This action cannot be undone.
        </span>
      }
      confirmLabel="Delete Team"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false);
            toast.success({ title: 'Team deleted.' });
          },
          onError: (error) => showTeamFailure('delete', error),
        })
      }
    >
      <Alert tone="warning">
        Its meetings, notes and invitations go with it, for everybody in the team.
      </Alert>
    </ConfirmDialog>
  );
}
