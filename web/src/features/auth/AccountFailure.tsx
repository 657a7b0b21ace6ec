import { Alert } from '#web/ui/feedback/Alert.tsx';

import { accountMessage } from './auth-messages.ts';

/** Above a form whose call failed. */
export function AccountFailure({ title, error }: { title: string; error: Error | null }) {
  return (
    error && (
      <Alert tone="danger" title={title}>
        {accountMessage(error)}
      </Alert>
    )
  );
}
