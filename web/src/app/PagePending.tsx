import { Spinner } from '#web/ui/feedback/Spinner.tsx';

/** While a page's code is on its way, for waits that are long enough to notice. */
export function PagePending() {
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size="lg" label="Loading" />
    </div>
  );
}
