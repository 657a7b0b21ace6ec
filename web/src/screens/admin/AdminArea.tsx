import { useQuery } from '@tanstack/react-query';
import { SettingInForce } from '@wentwell/contract/admin/admin-lists';
import {
  Activity,
  Layers,
  type LucideIcon,
  ListChecks,
  Mail as Envelope,
  MonitorSmartphone,
  Settings,
  Trash2,
  UsersRound,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import { readQuery } from '#web/api/queries';
import { adminKey, adminPath } from '#web/features/admin/admin.queries';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { lazyPage } from '#web/ui/layout/lazy-page.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Table } from '#web/ui/layout/Table.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

import { AuditLog } from './AuditLog.tsx';
import { Deleted } from './Deleted.tsx';
import { Mail, Sessions, Teams } from './Lists.tsx';
import { SetupCheckPage } from './SetupCheckPage.tsx';
import { Users } from './Users.tsx';

const NotFound = lazyPage(() => import('#web/screens/not-found/NotFound.tsx'), 'NotFound');

/** Path segment, icon, title, what it is about, and its content. */
type Section = readonly [
  id: string,
  Icon: LucideIcon,
  title: string,
  text: string,
  Content: ComponentType,
];

const sections: readonly Section[] = [
  ['users', UsersRound, 'Accounts', 'Everyone with an account here', Users],
  ['teams', Layers, 'Teams', 'Every team, and who to ask about it', Teams],
  ['deleted', Trash2, 'Deleted', 'What can be restored', Deleted],
  ['mail', Envelope, 'Mail', 'Outgoing emails, and why some failed', Mail],
  ['audit', ListChecks, 'Audit log', 'What administrators did', AuditLog],
  ['sessions', MonitorSmartphone, 'Sessions', 'Where people are logged in', Sessions],
  ['settings', Settings, 'Settings', 'What this server was started with', SettingsInForce],
  ['check', Activity, 'Setup check', 'Whether this server is set up correctly', SetupCheckPage],
];

const linkClass =
  'ring-focus flex h-11 items-center gap-3 rounded-md px-3 font-medium text-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink';

/** The administrator's pages. For all others the addresses do not exist (docs/api.md A-46). */
export function AdminArea({ params: { section = 'users' } }: Visit): ReactNode {
  const { is_superuser: isSuperuser } = useMe();
  const shown = sections.find(([id]) => id === section);
  if (!isSuperuser || !shown) return <Missing />;
  return <Shown section={shown} />;
}

function Missing(): ReactNode {
  usePageTitle('Page Not Found');
  return <NotFound />;
}

function Shown({ section }: { section: Section }): ReactNode {
  const [shown, , pageTitle, text, Content] = section;
  usePageTitle(`${pageTitle} · Administration`);
  return (
    <div className="grid grid-cols-1 content-start gap-x-14 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)] xl:-mx-14">
      <nav
        aria-label="Administration"
        className="-mx-3 hidden flex-wrap content-start gap-1 sm:flex lg:row-span-2 lg:flex-col lg:flex-nowrap"
      >
        <SmallPart>
          {sections.map(([id, Icon, title]) => (
            <Link
              key={id}
              to={`/admin/${id}`}
              aria-current={id === shown ? 'page' : undefined}
              className={linkClass}
            >
              <Icon className="size-4.5 shrink-0" />
              {title}
            </Link>
          ))}
        </SmallPart>
      </nav>
      <div className="sm:hidden">
        <SmallPart>
          <SelectField
            label="Administration"
            options={sections.map(([value, , label]) => ({ value, label }))}
            value={shown}
            onValueChange={(id) => void navigate({ to: `/admin/${id}` })}
          />
        </SmallPart>
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <PageHeader title={pageTitle} description={text} />
        {/* A key, so that another list starts without this one's filters. */}
        <Part key={shown}>
          <Content />
        </Part>
      </div>
    </div>
  );
}

const skeletonRows = 8;

function SettingsInForce(): ReactNode {
  const query = useQuery(
    readQuery([...adminKey, 'settings'], {
      path: `${adminPath}/settings`,
      schema: SettingInForce.array(),
    }),
  );
  if (query.error && !query.data)
    return <LoadFailure title="Settings could not be loaded" query={query} />;
  return (
    <Card>
      <Table
        label="Settings in force"
        rows={query.data ?? []}
        rowKey={({ name }) => name}
        loadingRows={query.isPending ? skeletonRows : undefined}
        columns={[
          {
            header: 'Setting',
            lead: true,
            cell: ({ name, description }) => (
              <TwoLines name={<code>{name}</code>} detail={description} />
            ),
          },
          { header: 'Value', cell: (setting) => <Value setting={setting} /> },
          {
            header: 'From',
            cell: ({ source }) => (
              <Badge tone={source === 'default' ? 'gray' : 'blue'}>{sources[source]}</Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}

const sources: Record<SettingInForce['source'], string> = {
  environment: 'Environment',
  file: 'File',
  default: 'Default',
};

function Value({ setting }: { setting: SettingInForce }): ReactNode {
  if (setting.value !== null) return <code className="wrap-anywhere">{setting.value}</code>;
  const isSet = setting.source !== 'default';
  return <span className="text-muted">{isSet ? 'Set, not shown' : 'Not set'}</span>;
}
