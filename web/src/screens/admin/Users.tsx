import { NewAccount } from '@wentwell/contract/admin/admin';
import { Account, AccountState } from '@wentwell/contract/admin/admin-lists';
import { Ban, Ellipsis, KeyRound, LogOut, Trash2, UserCheck, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { adminPath, useAdminAct, type AdminAct } from '#web/features/admin/admin.queries';
import { AdminList, useAdminList, useSearch } from '#web/features/admin/AdminList.tsx';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { useRetentionText } from '#web/features/auth/kept-deleted';
import { useMe } from '#web/features/auth/session.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/Menu.tsx';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';

const stateLabels: Record<AccountState | 'all', string> = {
  all: 'All accounts',
  active: 'Active',
  deactivated: 'Deactivated',
  unverified: 'Not verified',
  superuser: 'Superusers',
};
const states = (['all', ...AccountState.options] as const).map((value) => ({
  value,
  label: stateLabels[value],
}));

interface Question {
  title: string;
  text: string;
  confirm: string;
  act: AdminAct;
}

export function Users(): ReactNode {
  const me = useMe();
  const [search, field] = useSearch('Search address or name');
  const [state, setState] = useState<AccountState | 'all'>('all');
  const filters = { search, ...(state !== 'all' && { state }) };
  const list = useAdminList('users', Account, filters);
  const act = useAdminAct();
  const asking = useDialog<Question>();
  const adding = useDialog();

  return (
    <>
      <AdminList
        label="Accounts"
        list={list}
        empty={{ title: 'No accounts match', text: 'Search for another address or name.' }}
        filters={
          <>
            {field}
            <SelectField
              label="State"
              hideLabel
              options={states}
              value={state}
              onValueChange={setState}
            />
            <span className="flex sm:ml-auto sm:w-auto!">
              <Button wide icon={<UserPlus />} onClick={() => adding.open()}>
                Add Account
              </Button>
            </span>
          </>
        }
        columns={[
          {
            header: 'Account',
            lead: true,
            cell: (account) => (
              <span className="flex min-w-0 items-center gap-3">
                <Avatar person={{ id: account.id, name: account.display_name }} decorative />
                <TwoLines
                  name={
                    account.id === me.id ? `${account.display_name} (You)` : account.display_name
                  }
                  detail={account.email}
                />
              </span>
            ),
          },
          { header: 'State', cell: (account) => <States account={account} /> },
          { header: 'Teams', phone: 'half', cell: ({ team_count }) => team_count },
          {
            header: 'Last seen',
            at: ({ last_used_at }) => last_used_at,
            look: 'ago',
            phone: 'half',
          },
          { header: 'Sessions', phone: 'half', cell: ({ session_count }) => session_count },
          { header: 'Since', at: ({ created_at }) => created_at, look: 'day', phone: 'half' },
          {
            header: 'Actions',
            align: 'end',
            phone: 'corner',
            cell: (account) => (
              <AccountMenu
                account={account}
                isMe={account.id === me.id}
                onAct={(next) => act.mutate(next)}
                onAsk={asking.open}
              />
            ),
          },
        ]}
      />
      {adding.render((dialog) => (
        <AddAccountDialog {...dialog} />
      ))}
      {asking.render((dialog, { title, text, confirm, act: asked }) => (
        <ConfirmDialog
          {...dialog}
          title={title}
          description={text}
          confirmLabel={confirm}
          tone="danger"
          onConfirm={() => act.mutateAsync(asked)}
        />
      ))}
    </>
  );
}

function States({ account }: { account: Account }): ReactNode {
  return (
    <span className="flex flex-wrap gap-1.5 @max-2xl:justify-end">
      <Badge tone={account.is_active ? 'green' : 'gray'}>
        {account.is_active ? 'Active' : 'Deactivated'}
      </Badge>
      {!account.is_verified && <Badge tone="amber">Not verified</Badge>}
      {account.is_superuser && <Badge tone="purple">Superuser</Badge>}
    </span>
  );
}

function AccountMenu(props: {
  account: Account;
  isMe: boolean;
  onAct: (act: AdminAct) => void;
  onAsk: (question: Question) => void;
}): ReactNode {
  const { account, isMe, onAct, onAsk } = props;
  const { id, email, display_name: name } = account;
  const keptFor = useRetentionText();
  const own = isMe ? 'Use your profile for your own account' : undefined;
  const accountPath = `/api/v1/users/${id}`;
  const setActive = (is_active: boolean, done: string): AdminAct => ({
    path: accountPath,
    method: 'PATCH',
    body: { is_active },
    done,
  });
  const path = `${adminPath}/users/${id}`;
  return (
    <span className="-mr-2 flex justify-end">
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} side="left" />}>
        <MenuItem
          icon={<KeyRound />}
          disabledReason={account.is_active ? undefined : 'The account is deactivated'}
          onSelect={() =>
            onAct({
              path: `${path}/password-link`,
              method: 'POST',
              done: `A link to set a password is on its way to ${email}.`,
            })
          }
        >
          Send Password Link
        </MenuItem>
        <MenuItem
          icon={<LogOut />}
          disabledReason={own ?? (account.session_count === 0 ? 'No sessions to end' : undefined)}
          onSelect={() =>
            onAct({
              path: `${path}/end-sessions`,
              method: 'POST',
              done: `${name} is logged out everywhere.`,
            })
          }
        >
          End All Sessions
        </MenuItem>
        <MenuSeparator />
        {account.is_active ? (
          <MenuItem
            icon={<Ban />}
            disabledReason={own}
            onSelect={() =>
              onAsk({
                title: `Deactivate ${name}?`,
                text: "They'll be logged out, and can't log in until the account is activated again.",
                confirm: 'Deactivate',
                act: setActive(false, `${name} is deactivated.`),
              })
            }
          >
            Deactivate
          </MenuItem>
        ) : (
          <MenuItem
            icon={<UserCheck />}
            disabledReason={own}
            onSelect={() => onAct(setActive(true, `${name} is active.`))}
          >
            Activate
          </MenuItem>
        )}
        <MenuItem
          icon={<Trash2 />}
          tone="danger"
          disabledReason={own}
          onSelect={() =>
            onAsk({
              title: `Delete ${name}?`,
              text: `This deletes the account. You can restore it under Deleted${keptFor}.`,
              confirm: 'Delete',
              act: { path: accountPath, method: 'DELETE', done: `${name} is deleted.` },
            })
          }
        >
          Delete Account
        </MenuItem>
      </Menu>
    </span>
  );
}

/** Creates an account. Its owner sets the password, so that no administrator knows it. */
function AddAccountDialog(dialog: DialogProps): ReactNode {
  const act = useAdminAct();
  const form = useFields(NewAccount, { defaultValues: { email: '' } });
  const submit = form.handleSubmit(({ email }) =>
    act.mutate(
      {
        path: `${adminPath}/users`,
        method: 'POST',
        body: { email },
        done: `A link to choose a password is on its way to ${email}.`,
        failed: 'The account could not be added',
      },
      { onSuccess: () => dialog.onOpenChange(false), onError: () => form.setFocus('email') },
    ),
  );
  return (
    <FormDialog
      {...dialog}
      title="Add Account"
      description="They'll get an email with a link to choose their password."
      onSubmit={submit}
      submitLabel="Add Account"
      busy={act.isPending}
      busyLabel="Adding…"
    >
      <TextField label="Email" type="email" autoComplete="off" required {...form.field('email')} />
    </FormDialog>
  );
}
