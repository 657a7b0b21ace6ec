import { useQuery } from '@tanstack/react-query';
import { Version } from '@wentwell/contract/api/version';
import { ArrowLeft } from 'lucide-react';

import { readQuery } from '#web/api/queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { currentPlace } from '#web/ui/router/history';

const rows = [
  ['Version', 'version'],
  ['Build date', 'buildDate'],
  ['Commit', 'commitHash'],
  ['Build', 'buildId'],
] as const satisfies readonly (readonly [string, keyof Version])[];

export function VersionInfo() {
  const { data, isPending } = useQuery(
    readQuery(
      ['version'],
      { path: '/version.json', schema: Version },
      { staleTime: Infinity, retry: 1 },
    ),
  );
  const version = data ?? builtVersion;
  return (
    <div className="mx-auto grid w-full max-w-xl content-start gap-6 px-4 py-10 sm:py-16">
      <div className="grid justify-items-start gap-4">
        <div className="-ml-3">
          <BackButton />
        </div>
        <h1 className="text-xl font-bold">Version Information</h1>
      </div>
      <Card>
        <dl className="grid divide-y divide-line">
          {rows.map(([label, field]) => (
            <div
              key={field}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3"
            >
              <dt className="text-soft">{label}</dt>
              <dd className="font-mono wrap-anywhere">
                {isPending ? <Skeleton width={128} /> : shown(field, version[field])}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

/** Goes back, or to the landing page if this page was opened directly. */
function BackButton() {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<ArrowLeft />}
      onClick={() => (currentPlace().state.index > 0 ? history.back() : location.assign('/'))}
    >
      Back
    </Button>
  );
}

function shown(field: keyof Version, value: string): string {
  const time = field === 'buildDate' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return value;
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(time);
}

/** Inserted by the build. */
const builtVersion: Version = {
  version: buildValue(import.meta.env['VITE_VERSION']),
  buildDate: buildValue(import.meta.env['VITE_BUILD_DATE']),
  commitHash: buildValue(import.meta.env['VITE_COMMIT_HASH']),
  buildId: buildValue(import.meta.env['VITE_BUILD_ID']),
};

function buildValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'development';
}
