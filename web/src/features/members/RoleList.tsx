import { refusalText } from '@wentwell/contract/errors';
import {
  type TeamContext,
  TeamRole,
  type TeamMember,
  teamPolicy,
} from '@wentwell/contract/teams/teams';

import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';

import { roleFaces } from './MemberRoleBadge.tsx';

const options = TeamRole.options.map((role) => ({ value: role, label: roleFaces[role].label }));

export function RoleList(props: {
  members: readonly TeamMember[];
  who: TeamContext;
  onChange: (member: TeamMember, role: TeamRole) => void;
}) {
  const { members, who, onChange } = props;
  return (
    <ul aria-label="Members" className="divide-y divide-line rounded-md border border-line bg-card">
      {members.map((member) => {
        const { user, role } = member;
        return (
          <li
            key={user.id}
            className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:flex-nowrap"
          >
            <Avatar person={{ id: user.id, name: user.display_name }} decorative />
            <div className="grid min-w-0 flex-1">
              <span className="flex flex-wrap gap-x-1">
                <span className="line-clamp-2 font-semibold wrap-anywhere">
                  {user.display_name}
                </span>
                {user.id === who.userId && <span className="text-muted"> (You)</span>}
              </span>
              <span className="text-xs text-muted wrap-anywhere">{user.email}</span>
            </div>
            <div className="w-full shrink-0 sm:w-32">
              <SelectField
                label={`Role of ${user.display_name}`}
                hideLabel
                options={options}
                value={role}
                disabledReason={refusalText(teamPolicy.changeRole(who, user.id))}
                onValueChange={(next) => onChange(member, next)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
