import { type ReactNode, useEffect, useRef, useState } from 'react';

const pageMs = 8000;

/** Marks what is counted. */
export const entry = { 'data-entry': '' };

/**
 * Pages through its entries where they do not all fit, because nobody stands at the screen to scroll it, and counts those
 * that end below. Holds still while it has the focus.
 */
export function Paged({ children }: { children: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const count = (): void => setBelow(entriesBelow(element).length);
    const resizes = new ResizeObserver(count);
    resizes.observe(element);
    for (const child of element.children) resizes.observe(child);
    element.addEventListener('scroll', count, { passive: true });
    const timer = setInterval(() => {
      if (!element.matches(':focus-within')) turnPage(element);
    }, pageMs);
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', count);
      clearInterval(timer);
    };
  }, []);
  return (
    <>
      <div ref={place} tabIndex={0} data-paged className="watch-paged">
        {children}
      </div>
      <p className="watch-below">{below > 0 && `+${below} more below`}</p>
    </>
  );
}

function entriesBelow(place: HTMLElement): HTMLElement[] {
  const { bottom } = place.getBoundingClientRect();
  return [...place.querySelectorAll<HTMLElement>('[data-entry]')].filter(
    (each) => each.getBoundingClientRect().bottom > bottom + 1,
  );
}

/** Goes to the first entry that is cut, further inside one that is higher than the place, and from the end to the start. */
function turnPage(place: HTMLElement): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  if (place.scrollTop + place.clientHeight >= place.scrollHeight - 1) {
    return place.scrollTo({ top: 0, behavior });
  }
  const { top } = place.getBoundingClientRect();
  const [cut] = entriesBelow(place);
  const ahead = [cut?.closest('.watch-card'), cut]
    .map((each) => (each ? each.getBoundingClientRect().top - top : 0))
    .find((distance) => distance > 1);
  place.scrollBy({ top: ahead ?? place.clientHeight * 0.9, behavior });
}
