import { useQuery } from '@tanstack/react-query';
import type { SettingInForce } from '@wentwell/contract/admin/admin-lists';
import type { ReactNode } from 'react';

import { settingsQuery } from '#web/features/admin/admin.queries';
import { TwoLines } from '#web/features/admin/Moment.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Table } from '#web/ui/layout/Table.tsx';

const skeletonRows = 8;

export function SettingsInForce(): ReactNode {
  const query = useQuery(settingsQuery());
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
