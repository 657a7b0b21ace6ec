import { refusalText } from '@wentwell/contract/errors';
import { type TeamContext, type TeamMember, teamPolicy } from '@wentwell/contract/teams/teams';
import { Ellipsis, UserCog, UserMinus } from 'lucide-react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { formatDay } from '#web/ui/formats';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

import { MemberRoleBadge } from './MemberRoleBadge.tsx';

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
      <MenuItem icon={<UserCog />} disabledReason="Roles are changed under Manage Teams, Members">
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

export function MembersTable(props: {
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
      <span className="min-w-0 font-semibold wrap-anywhere @2xl:min-w-22">
        {user.display_name}
        {isMe && <span className="font-normal text-muted"> (You)</span>}
      </span>
    </span>
  );
}
