import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OutsiderAct } from '@wentwell/contract/admin/outsider-acts';
import { refusalText } from '@wentwell/contract/errors';
import type { TeamId } from '@wentwell/contract/ids';
import {
  type TeamMember,
  type TeamContext,
  type Team,
  teamPolicy,
} from '@wentwell/contract/teams/teams';
import { Eye, Mails, UserPlus, Ellipsis, UserCog, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { actionLabels } from '#web/features/admin/audit-words';
import { Moment, TwoLines } from '#web/features/admin/Moment.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { teamInvitationsQuery } from '#web/features/invitations/invitations.queries';
import { InviteMemberDialog } from '#web/features/invitations/InviteMemberDialog.tsx';
import { TeamInvitationsDialog } from '#web/features/invitations/TeamInvitationsDialog.tsx';
import { MemberRoleBadge } from '#web/features/members/MemberRoleBadge.tsx';
import {
  firstMembersQuery,
  memberKeys,
  type MemberRows,
} from '#web/features/members/members.queries';
import { teamContextOf } from '#web/features/members/team-context';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { NoTeam } from '#web/screens/layouts/NoTeam.tsx';
import { TeamParts } from '#web/screens/meeting/feature-parts.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMembers } from '#web/ui/feedback/illustrations.tsx';
import { Delayed, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { formatDay } from '#web/ui/formats';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';
import { useShowMore } from '#web/ui/layout/use-show-more.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';

export function TeamMembers() {
  const me = useMe();
  const { team, refetch } = useCurrentTeam();
  const inviting = useDialog();
  const viewing = useDialog();
  const auditing = useDialog();
  const { length: invited } = useQuery(teamInvitationsQuery(team?.id ?? null)).data ?? [];

  if (!team) {
    return (
      <NoTeam
        page="Team Members"
        pending={<LoadingMembers />}
        failed="Members cannot be shown"
        illustration={<NoMembers />}
        select="Please select a team from the team switcher to view team members."
      />
    );
  }
  const who = teamContextOf(me, team);
  const seesOutsiders = teamPolicy.seeOutsiderActs(who) === 'allowed';
  return (
    <>
      <PageHeader
        title="Team Members"
        description={<span className="wrap-anywhere">Manage members of {team.name}</span>}
        actions={
          <>
            {seesOutsiders && (
              <Button icon={<Eye />} onClick={() => auditing.open()}>
                Access from Outside
              </Button>
            )}
            <Button
              data-printed={invited > 0 || undefined}
              icon={<Mails />}
              onClick={() => viewing.open()}
            >
              View Invitations
              {invited > 0 && <span className="text-soft tabular-nums">{invited}</span>}
            </Button>
            <Button variant="primary" icon={<UserPlus />} onClick={() => inviting.open()}>
              Invite Member
            </Button>
          </>
        }
      />
      {/* A key per team, so that no state of the previous list remains. */}
      <MembersOfTeam key={team.id} team={team} who={who} />
      <TeamParts teamId={team.id} mayChange={who.role !== null} />
      {inviting.render((dialog) => (
        <InviteMemberDialog {...dialog} team={team} onInvited={() => void refetch()} />
      ))}
      {auditing.render((dialog) => (
        <OutsiderActsDialog {...dialog} team={team} />
      ))}
      {viewing.render((dialog) => (
        <TeamInvitationsDialog {...dialog} team={team} />
      ))}
    </>
  );
}

function MembersOfTeam(props: { team: Pick<Team, 'id' | 'name'>; who: TeamContext }) {
  const { team, who } = props;
  const { limit, moreOf } = useShowMore();
  const query = useQuery({
    ...firstMembersQuery(team.id, limit),
    placeholderData: keepPreviousData,
  });
  const removing = useDialog<TeamMember>();

  if (query.isPending) return <LoadingMembers />;
  if (!query.data) return <LoadFailure title="Error Loading Members!" query={query} />;
  const { rows } = query.data;
  const more = moreOf(query.data, query.isPlaceholderData);
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState illustration={<NoMembers />} title="No Members Found">
          There are currently no members in this team.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <MemberColors members={rows}>
        <MembersTable members={rows} who={who} onRemove={removing.open} />
      </MemberColors>
      {more && <div className="flex justify-center border-t border-line p-4">{more}</div>}
      {removing.render((dialog, member) => (
        <RemoveMemberDialog {...dialog} teamId={team.id} member={member} />
      ))}
    </Card>
  );
}

function LoadingMembers() {
  return (
    <Delayed>
      <Card>
        <p role="status" className="flex items-center justify-center gap-3 py-16 text-soft">
          <Spinner />
          Loading team members...
        </p>
      </Card>
    </Delayed>
  );
}

function RemoveMemberDialog(props: DialogProps & { teamId: TeamId; member: TeamMember }) {
  const { teamId, member, ...dialog } = props;
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      request({
        path: `/api/admin/teams/${teamId}/remove-user/${member.user.id}`,
        method: 'POST',
      }),
    onSuccess: async () => {
      toast.success({ title: 'Member removed', duration: 3000 });
      const queryKey = memberKeys.ofTeam(teamId);
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData<MemberRows>({ queryKey: memberKeys.first(teamId) }, (list) => {
        if (!list) return undefined;
        const rows = list.rows.filter(({ user }) => user.id !== member.user.id);
        return { rows, total: list.total + rows.length - list.rows.length };
      });
      void queries.invalidateQueries({ queryKey });
    },
    onError: toast.onError('Error removing member'),
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Remove Team Member"
      description={`Are you sure you want to remove ${member.user.display_name} from the team?`}
      confirmLabel="Remove Member"
      tone="danger"
      busyLabel="Removing..."
      onConfirm={() => remove.mutateAsync()}
    >
      <Alert tone="warning">
        This action cannot be undone. The user will lose access to all team resources immediately.
      </Alert>
    </ConfirmDialog>
  );
}

/** Shows a team's admins what superusers outside the team read and changed there. */
function OutsiderActsDialog(props: DialogProps & { team: Pick<Team, 'id'> }): ReactNode {
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
  const query = useQuery(
    readQuery(['outsider-acts', team.id], {
      path: `/api/v1/teams/${team.id}/outsider-acts`,
      schema: z.array(OutsiderAct),
    }),
  );
  if (query.isPending) return <Skeleton height={64} />;
  if (!query.data) return <LoadFailure title="The list cannot be shown" query={query} />;
  if (query.data.length === 0) {
    return (
      <p className="py-6 text-center text-soft">Nobody from outside the team has been here.</p>
    );
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

function MemberActionsMenu(props: {
  user: TeamMember['user'];
  who: TeamContext;
  onRemove: () => void;
}) {
  const { user, who, onRemove } = props;
  const whyNoMenu = refusalText(teamPolicy.edit(who));
  const trigger = (
    <IconButton
      label={`Actions for ${user.display_name}`}
      icon={<Ellipsis />}
      disabledReason={whyNoMenu}
      side="left"
    />
  );
  // Not wrapped in a menu, which would open even from a disabled trigger.
  if (whyNoMenu !== undefined) return trigger;
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<UserCog />} disabledReason="Change roles under Manage Teams, Members">
        Change Role
      </MenuItem>
      <MenuItem
        icon={<UserMinus />}
        tone="danger"
        disabledReason={refusalText(teamPolicy.removeMember(who, user.id))}
        onSelect={onRemove}
      >
        Remove Member
      </MenuItem>
    </Menu>
  );
}

function MembersTable(props: {
  members: readonly TeamMember[];
  who: TeamContext;
  onRemove: (member: TeamMember) => void;
}) {
  const { members, who, onRemove } = props;
  const columns: Column<TeamMember>[] = [
    {
      header: 'Member',
      lead: true,
      cell: ({ user }) => <Name user={user} isMe={user.id === who.userId} />,
    },
    {
      header: 'Email',
      cell: ({ user }) => (
        <span className="block wrap-anywhere text-soft @2xl:min-w-22">{user.email}</span>
      ),
    },
    { header: 'Role', phone: 'half', cell: ({ role }) => <MemberRoleBadge role={role} /> },
    {
      header: 'Status',
      phone: 'half',
      cell: ({ user }) => (
        <Badge tone={user.is_active ? 'green' : 'gray'}>
          {user.is_active ? 'Active' : 'Inactive'}
        </Badge>
      ),
    },
    {
      header: 'Joined',
      cell: ({ joined_at }) => (
        <time dateTime={joined_at} className="tabular-nums @3xl:whitespace-nowrap">
          {formatDay(new Date(joined_at))}
        </time>
      ),
    },
    {
      header: 'Actions',
      align: 'end',
      phone: 'corner',
      cell: (member) => (
        <span className="-mr-2 flex justify-end">
          <MemberActionsMenu user={member.user} who={who} onRemove={() => onRemove(member)} />
        </span>
      ),
    },
  ];
  return (
    <Table label="Team members" columns={columns} rows={members} rowKey={({ user }) => user.id} />
  );
}

function Name({ user, isMe }: { user: TeamMember['user']; isMe: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar person={{ id: user.id, name: user.display_name }} decorative />
      <span className="min-w-0 text-base font-medium wrap-anywhere @2xl:min-w-22">
        {user.display_name}
        {isMe && <span className="text-sm font-normal text-muted"> (You)</span>}
      </span>
    </span>
  );
}
