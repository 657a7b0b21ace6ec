import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

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
      <div ref={place} tabIndex={0} data-paged className="watch-paged min-h-0">
        {children}
      </div>
      <p className="watch-below self-end font-bold">
        {below > 0 && (
          <>
            {`+${below}`}
            <span className="sr-only"> more below</span>
          </>
        )}
      </p>
    </>
  );
}

const noteSizes = { most: 34, least: 22 };

/** Sets the largest type with which no place inside has to page, else the smallest. */
export function useFittingType(): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  // Every change of the board may change what fits.
  useLayoutEffect(() => {
    if (around.current) fitType(around.current);
  });
  useEffect(() => {
    const element = around.current;
    if (!element) return;
    const resizes = new ResizeObserver(() => fitType(element));
    resizes.observe(element);
    return () => resizes.disconnect();
  }, []);
  return around;
}

function fitType(around: HTMLElement): void {
  const places = [...around.querySelectorAll('[data-paged]')];
  for (let size = noteSizes.most; size >= noteSizes.least; size -= 1) {
    around.style.setProperty('--note', String(size));
    if (places.every((each) => each.scrollHeight <= each.clientHeight + 1)) return;
  }
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
