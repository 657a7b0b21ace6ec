import { useQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { Version } from '@wentwell/contract/version';
import { ArrowLeft } from 'lucide-react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

import { builtVersion, versionQuery } from './version.queries.ts';

const rows = [
  ['Version', 'version'],
  ['Build date', 'buildDate'],
  ['Commit', 'commitHash'],
  ['Build', 'buildId'],
] as const satisfies readonly (readonly [string, keyof Version])[];

export function VersionInfo() {
  const { data, isPending } = useQuery(versionQuery());
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

/** Goes back, or to the landing page where this page was opened directly. */
function BackButton() {
  const { history } = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<ArrowLeft />}
      onClick={() =>
        canGoBack ? history.back() : void navigate({ to: '/', reloadDocument: true })
      }
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
