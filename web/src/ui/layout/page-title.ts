// The document's title: the route's, unless an error or another fallback is shown instead of the page.
import { useEffect } from 'react';

let routeTitle: string | undefined;
/** The titles of mounted fallbacks, the latest last. */
const standIns: { title: string }[] = [];

function write(): void {
  const title = standIns.at(-1)?.title ?? routeTitle;
  if (title !== undefined) document.title = `${title} · Wentwell`;
}

/** Called once, by the root route. Undefined where the page sets its own title. */
export function useRouteTitle(title: string | undefined): void {
  useEffect(() => {
    routeTitle = title;
    write();
  }, [title]);
}

/** Overrides the route's title while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const own = { title };
    standIns.push(own);
    write();
    return () => {
      standIns.splice(standIns.indexOf(own), 1);
      write();
    };
  }, [title]);
}
