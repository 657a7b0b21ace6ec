import { hasSkeleton } from '#web/ui/feedback/document-skeleton';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';

/** Shown while a page's code is loading. */
export function PagePending() {
  // On arrival the document's skeleton stands in, which has the shape of the page.
  if (hasSkeleton()) return null;
  return (
    <div className="grid min-h-[50dvh] place-items-center text-muted">
      <Spinner size="lg" label="Loading" />
    </div>
  );
}
