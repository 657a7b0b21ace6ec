// The document's title: the route's, unless an error or another fallback is shown instead of the page.
import { useEffect } from 'react';

let routeTitle: string | undefined;
/** The titles of mounted fallbacks, the latest last. */
const fallbackTitles: { title: string }[] = [];

function updateTitle(): void {
  const title = fallbackTitles.at(-1)?.title ?? routeTitle;
  if (title !== undefined) document.title = `${title} · Wentwell`;
}

/** Called once, by the root route. Undefined if the page sets its own title. */
export function useRouteTitle(title: string | undefined): void {
  useEffect(() => {
    routeTitle = title;
    updateTitle();
  }, [title]);
}

/** Overrides the route's title while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const own = { title };
    fallbackTitles.push(own);
    updateTitle();
    return () => {
      fallbackTitles.splice(fallbackTitles.indexOf(own), 1);
      updateTitle();
    };
  }, [title]);
}
