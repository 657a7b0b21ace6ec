// The build of the server, or of this page while the server's is unknown.
import { queryOptions } from '@tanstack/react-query';
import { Version } from '@wentwell/contract/version';

import { request } from '#web/api/request';

/** Written into the page by the build. */
export const builtVersion: Version = {
  version: buildValue(import.meta.env['VITE_VERSION']),
  buildDate: buildValue(import.meta.env['VITE_BUILD_DATE']),
  commitHash: buildValue(import.meta.env['VITE_COMMIT_HASH']),
  buildId: buildValue(import.meta.env['VITE_BUILD_ID']),
};

export function versionQuery() {
  return queryOptions({
    queryKey: ['version'],
    queryFn: ({ signal }) => request({ path: '/version.json', schema: Version, signal }),
    staleTime: Infinity,
    retry: 1,
  });
}

function buildValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'development';
}
