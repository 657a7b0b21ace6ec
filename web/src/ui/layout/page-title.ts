// The document's title: the route's, unless what is on the screen is something else, such as an error.
import { useEffect } from 'react';

let routeTitle: string | undefined;
/** The titles of what stands in for the page, the last one mounted last. */
const standIns: { title: string }[] = [];

function write(): void {
  const title = standIns.at(-1)?.title ?? routeTitle;
  if (title !== undefined) document.title = `${title} · Wentwell`;
}

/** The title of the page that the address names; undefined where the page writes its own. Called once, by the root. */
export function useRouteTitle(title: string | undefined): void {
  useEffect(() => {
    routeTitle = title;
    write();
  }, [title]);
}

/** While the component is mounted the document has this title, whatever the route's is; afterwards the route's again. */
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
