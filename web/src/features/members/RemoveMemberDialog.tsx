import type { TeamId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams';

import { Alert } from '#web/ui/feedback/Alert.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

import { useRemoveMember } from './member-list.queries.ts';

export interface RemoveMemberDialogProps {
  teamId: TeamId;
  member: TeamMember;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RemoveMemberDialog({
  teamId,
  member,
  open,
  onOpenChange,
}: RemoveMemberDialogProps) {
  const remove = useRemoveMember(teamId);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove Team Member"
      description={`Are you sure you want to remove ${member.user.display_name} from the team?`}
      confirmLabel="Remove Member"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Removing..."
      onConfirm={() => remove.mutate(member.user.id, { onSuccess: () => onOpenChange(false) })}
    >
      <Alert tone="warning">
        This action cannot be undone. The user will lose access to all team resources immediately.
      </Alert>
    </ConfirmDialog>
  );
}
