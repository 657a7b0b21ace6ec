import { Spinner } from '#web/ui/feedback/Spinner.tsx';

/** Shown while a page's code is loading. */
export function PagePending() {
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size="lg" label="Loading" />
    </div>
  );
}
