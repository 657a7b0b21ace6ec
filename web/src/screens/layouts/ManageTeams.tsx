import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refusalText } from '@wentwell/contract/errors';
import {
  type MemberUpdate,
  type Team,
  type TeamContext,
  TeamMember,
  teamPolicy,
  TeamRole,
} from '@wentwell/contract/teams/teams';
import { foldText, trimmed } from '@wentwell/contract/text/letters';
import { UserPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { request } from '#web/api/request';
import { useMe } from '#web/features/auth/session.tsx';
import { useInviteForm } from '#web/features/invitations/use-invite-form';
import { roleFaces } from '#web/features/members/MemberRoleBadge.tsx';
import {
  firstMembersQuery,
  memberKeys,
  type MemberRows,
} from '#web/features/members/members.queries';
import { teamContextOf } from '#web/features/members/team-context';
import { MemberColors } from '#web/features/members/TeamColors.tsx';
import { CreateTeamForm } from '#web/features/teams/CreateTeamForm.tsx';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { teamsFailed, searchFailed } from '#web/features/teams/team-notices';
import {
  DeleteTeamDialog,
  LeaveTeamDialog,
  RenameTeamDialog,
} from '#web/features/teams/TeamDialogs.tsx';
import { type TeamAction, TeamList } from '#web/features/teams/TeamList.tsx';
import { useTeamSearch } from '#web/features/teams/use-team-search';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NoMembers } from '#web/ui/feedback/illustrations.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toast';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { Form } from '#web/ui/forms/Form.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { useShowMore } from '#web/ui/layout/use-show-more.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';

export function ManageTeams(dialog: DialogProps) {
  return (
    <Drawer {...dialog} title="Manage Teams">
      <Tabs
        label="Manage teams"
        items={[
          { value: 'mine', label: 'My Teams', content: <MyTeamsTab /> },
          { value: 'members', label: 'Members', content: <MembersTab /> },
        ]}
      />
    </Drawer>
  );
}

function MembersTab() {
  const me = useMe();
  const current = useCurrentTeam();
  const { team, loadError, refetch } = current;
  if (loadError) return <LoadFailure title={teamsFailed} query={current} />;
  if (!team) {
    return (
      <EmptyState
        level={3}
        illustration={<NoMembers />}
        title="Please select a team from the team switcher to view team members."
      />
    );
  }
  return (
    <div className="grid gap-6">
      <TitledSection title={`Invite to ${team.name}`} className="gap-3">
        <InviteRow key={team.id} team={team} onInvited={() => void refetch()} />
      </TitledSection>
      <TitledSection title={`Members of ${team.name}`} className="gap-3">
        <Roles key={team.id} teamId={team.id} who={teamContextOf(me, team)} />
      </TitledSection>
    </div>
  );
}

function Roles({ teamId, who }: { teamId: Team['id']; who: TeamContext }) {
  const { limit, moreOf } = useShowMore();
  const query = useQuery({
    ...firstMembersQuery(teamId, limit),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <LoadingBars height={196} />;
  if (!query.data) return <LoadFailure title="Error Loading Members!" query={query} />;
  const { rows } = query.data;
  return (
    <MemberColors members={rows}>
      {teamPolicy.edit(who) !== 'allowed' && (
        <p className="text-soft">Only admins of the team can change roles.</p>
      )}
      <RoleList members={rows} {...{ teamId, who }} />
      <div className="flex justify-center empty:hidden">
        {moreOf(query.data, query.isPlaceholderData)}
      </div>
    </MemberColors>
  );
}

/** Clears the field after each invitation. */
function InviteRow({ team, onInvited }: { team: Pick<Team, 'id'>; onInvited: () => void }) {
  const { submit, field, isSubmitting } = useInviteForm(team.id, { onInvited });
  return (
    <Form onSubmit={submit} className="grid gap-3 sm:flex sm:items-start">
      <div className="min-w-0 flex-1">
        <TextField {...field} hideLabel />
      </div>
      <Button
        type="submit"
        variant="primary"
        icon={<UserPlus />}
        busy={isSubmitting}
        busyLabel="Sending…"
      >
        Send Invitation
      </Button>
    </Form>
  );
}

const dialogs = { rename: RenameTeamDialog, leave: LeaveTeamDialog, delete: DeleteTeamDialog };

function MyTeamsTab() {
  const { select } = useCurrentTeam();
  const dialog = useDialog<{ about: keyof typeof dialogs; team: Team }>();

  function act(action: TeamAction, team: Team): void {
    if (action === 'switch') void select(team.id);
    else dialog.open({ about: action, team });
  }

  return (
    <div className="grid gap-6">
      <TitledSection title="Create a team" className="gap-3">
        <CreateTeamForm />
      </TitledSection>
      <TitledSection title="Your teams" className="gap-3">
        <YourTeams onAct={act} />
      </TitledSection>
      {dialog.render((props, { about, team }) => {
        const OpenDialog = dialogs[about];
        return <OpenDialog {...props} team={team} />;
      })}
    </div>
  );
}

/** The loaded teams; the search finds further ones. */
function YourTeams({ onAct }: { onAct: (action: TeamAction, team: Team) => void }) {
  const me = useMe();
  const current = useCurrentTeam();
  const { team, teams, total, loadError } = current;
  const search = useTeamSearch();
  const [typed, setTyped] = useState('');
  const [debounced] = useDebounced(typed, 300);
  const query = trimmed(debounced);
  const askFor = useEffectEvent((asked: string) => search.onQueryChange(asked));
  useEffect(() => askFor(query), [query]);

  if (loadError) return <LoadFailure title={teamsFailed} query={current} />;
  if (total === 0) return <p className="text-soft">You are not a member of any teams.</p>;
  const isPartial = total !== null && total > teams.length;
  const shown = [...teams, ...search.found].filter(({ name }) =>
    foldText(name).includes(foldText(query)),
  );
  return (
    <>
      {isPartial && (
        <TextField
          label="Find a team"
          hideLabel
          placeholder="Find a team…"
          autoComplete="off"
          hint={`${teams.length} of your ${total} teams are listed. Type to find the others.`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {shown.length > 0 ? (
        <TeamList
          teams={shown}
          currentId={team?.id ?? null}
          contextIn={(each) => teamContextOf(me, each)}
          onAct={onAct}
        />
      ) : (
        <p role="status" className="text-soft">
          {emptyText(search.loadedQuery === query, search.error)}
        </p>
      )}
    </>
  );
}

function emptyText(isAnswered: boolean, error: Error | null): string {
  if (error) return searchFailed;
  return isAnswered ? 'No team has that name.' : 'Searching…';
}

const options = TeamRole.options.map((role) => ({ value: role, label: roleFaces[role].label }));

function RoleList(props: { members: readonly TeamMember[]; teamId: Team['id']; who: TeamContext }) {
  const { members, teamId, who } = props;
  return (
    <ul aria-label="Members" className="divide-y divide-line rounded-md border border-line bg-card">
      {members.map((member) => {
        const { user } = member;
        return (
          <li
            key={user.id}
            className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 px-[min(0.75rem,3vw)] py-2.5 sm:flex-nowrap"
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
              <RoleField {...{ member, teamId, who }} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Shows the chosen role while the server answers. */
function RoleField(props: { member: TeamMember; teamId: Team['id']; who: TeamContext }) {
  const { member, teamId, who } = props;
  const { user } = member;
  const queries = useQueryClient();
  const queryKey = memberKeys.ofTeam(teamId);
  const change = useMutation({
    mutationFn: (role: TeamRole) =>
      request({
        path: `/api/v1/teams/${teamId}/members/${user.id}`,
        method: 'PUT',
        body: { role } satisfies MemberUpdate,
        schema: TeamMember,
      }),
    onSuccess: async (changed) => {
      toast.success({
        title: 'Role changed.',
        description: `${user.display_name} is now ${changed.role === 'admin' ? 'an admin' : 'a member'}.`,
        duration: 3000,
      });
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData<MemberRows>(
        { queryKey: memberKeys.first(teamId) },
        (list) =>
          list && {
            ...list,
            rows: list.rows.map((each) => (each.user.id === user.id ? changed : each)),
          },
      );
    },
    onError: toast.onError('Failed to change role'),
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  });
  return (
    <SelectField
      label={`Role of ${user.display_name}`}
      hideLabel
      options={options}
      value={change.isPending ? change.variables : member.role}
      disabledReason={refusalText(teamPolicy.changeRole(who, user.id))}
      onValueChange={(role) => change.mutate(role)}
    />
  );
}
