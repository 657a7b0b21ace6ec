import { RotateCw, TriangleAlert } from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { type FallbackProps, useRecovery } from '#web/ui/feedback/ErrorBoundary.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';

/** Replaces a page that failed. After an error caused by a browser extension the page is rendered again instead. */
export function ErrorFallback(props: FallbackProps) {
  return useRecovery(props) ? null : <Failure />;
}

function Failure() {
  usePageTitle('Something went wrong');
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[60dvh] max-w-md content-center justify-items-center gap-6 px-4 py-16 text-center"
    >
      <span className="grid size-14 place-items-center rounded-lg bg-danger-soft text-danger-text">
        <TriangleAlert aria-hidden="true" className="size-7" />
      </span>
      <div className="grid gap-2">
        <h1 className="text-xl font-bold">Something went wrong!</h1>
        <p className="text-base text-soft">
          This page ran into an error. What you saved is safe; refreshing usually helps.
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button
          variant="primary"
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => location.reload()}
        >
          Refresh Page
        </Button>
        {/* A plain link, because the router itself may have failed. */}
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          Go to Homepage
        </a>
      </div>
    </div>
  );
}
