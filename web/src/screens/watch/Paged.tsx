import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { onCountdown, serverNow } from '#web/api/server-time';
import { newsMs } from '#web/board/shown-change';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { countOutside, fittingSize, pageAt, pageMs, pagesOf, type Span } from './paging.ts';
import { useStage } from './StageHead.tsx';

export function StageMain(props: {
  ref?: RefObject<HTMLElement | null>;
  className: string;
  children: ReactNode;
}): ReactNode {
  const { ref, className, children } = props;
  return (
    <main
      ref={ref}
      id="main"
      tabIndex={-1}
      className={`${className} relative min-h-0 outline-none`}
    >
      <Part>{children}</Part>
    </main>
  );
}

/** Marks each note of a card with several. */
export const entry = { 'data-entry': '' };

/** A list that shows as much as fits (`useFit`). The keyboard can scroll it. */
export function Paged({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="watch-frame grid min-h-0">
      <div tabIndex={0} data-paged className="watch-paged">
        {children}
      </div>
    </div>
  );
}

export function More({ count }: { count: number | undefined }): ReactNode {
  return (
    <span className="watch-more shrink-0 font-bold tabular-nums">
      {count ? (
        <>
          {`+${count}`}
          <span className="sr-only"> more</span>
        </>
      ) : null}
    </span>
  );
}

/** The page's progress, and how many entries other pages have. Reserves its place without pages. */
export function PageFoot({ page, pages, more }: Fit): ReactNode {
  const isPaged = pages > 1;
  const start = useStart();
  return (
    <footer className="watch-foot" aria-hidden={!isPaged}>
      {isPaged && (
        <>
          <span className="watch-track flex-1 overflow-hidden rounded-full bg-line-strong">
            <Turn key={`${start} ${page}`} {...{ start, page, pages }} />
          </span>
          <More count={more.reduce((sum, count) => sum + count, 0)} />
        </>
      )}
    </footer>
  );
}

/** Starts with its page, at the elapsed time. */
function Turn(props: Pick<Fit, 'page' | 'pages'> & { start: string | null }): ReactNode {
  const { start, page, pages } = props;
  const [elapsed] = useState(() => elapsedSince(start) % pageMs);
  return (
    <i
      className="watch-turn block h-full bg-primary"
      style={{ animationDelay: `${-elapsed}ms`, scale: `${(page + 1) / pages} 1` }}
    />
  );
}

/** When the topic, otherwise the phase began. The database's time, so that all screens turn together. */
function useStart(): string | null {
  const { discussion, phase } = useStage().board;
  return discussion?.current_since ?? phase.started_at;
}

/** In ms. Negative while cards may turn over, so that the room can read the first page as long as the others. */
function elapsedSince(start: string | null): number {
  return start === null ? 0 : serverNow().getTime() - Date.parse(start) - newsMs;
}

export interface Fit {
  page: number;
  /** The highest page count of all places. */
  pages: number;
  /** The number of hidden entries per place, in document order. */
  more: readonly number[];
}

const noteSizes = { most: 34, least: 22 };

/** Chooses the largest type that needs no pages; otherwise the smallest type, with automatic paging. */
export function useFit(): Fit & { around: RefObject<HTMLElement | null> } {
  const around = useRef<HTMLElement>(null);
  const start = useStart();
  const [fit, setFit] = useState<Fit>({ page: 0, pages: 1, more: [] });
  const arrange = useCallback(() => {
    if (!around.current) return;
    const next = arrangePlaces(around.current, elapsedSince(start));
    setFit((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [start]);
  // Any change of the board may change what fits.
  useLayoutEffect(arrange);
  useEffect(() => {
    if (!around.current) return undefined;
    const resizes = new ResizeObserver(arrange);
    resizes.observe(around.current);
    const stop = onCountdown(() => pageMs - (elapsedSince(start) % pageMs), arrange);
    return () => {
      resizes.disconnect();
      stop();
    };
  }, [arrange, start]);
  return { around, ...fit };
}

function arrangePlaces(around: HTMLElement, elapsed: number): Fit {
  const places = [...around.querySelectorAll<HTMLElement>('[data-paged]')].flatMap((place) => {
    const { firstElementChild: list, parentElement: frame } = place;
    place.style.blockSize = '';
    return list && frame ? [{ place, list, frame }] : [];
  });
  const setSize = (size: number): void => around.style.setProperty('--note', String(size));
  const fits = (size: number): boolean => {
    setSize(size);
    return places.every(({ list, frame }) => list.scrollHeight <= frame.clientHeight + 1);
  };
  setSize(fittingSize(noteSizes, fits));
  const arranged = places.map(({ place, list, frame }) => ({
    place,
    entries: entriesOf(list),
    pages: pagesOf(cardsOf(list, frame.clientHeight), frame.clientHeight + 1),
  }));
  const pages = Math.max(1, ...arranged.map((each) => each.pages.length));
  const page = pageAt(elapsed, pages);
  const more = arranged.map(({ place, entries, pages: own }) => {
    const shown = own[Math.min(page, own.length - 1)];
    // Pauses while somebody scrolls.
    if (own.length < 2 || !shown || place.matches(':focus-within')) return 0;
    place.style.blockSize = `${shown.bottom - shown.top}px`;
    place.scrollTop = shown.top;
    return countOutside(entries, shown);
  });
  return { page, pages, more };
}

/** A card higher than the room is split into its notes. */
function cardsOf(list: Element, room: number): Span[] {
  return [...list.children].flatMap((card) => {
    const whole = spanIn(list, card);
    const notes = notesOf(card).map((note) => spanIn(list, note));
    const [first] = notes;
    const last = notes.at(-1);
    if (!first || !last || first === last || whole.bottom - whole.top <= room) return [whole];
    first.top = whole.top;
    last.bottom = whole.bottom;
    return notes;
  });
}

function entriesOf(list: Element): Span[] {
  return [...list.children].flatMap((card) => {
    const notes = notesOf(card);
    return (notes.length > 0 ? notes : [card]).map((each) => spanIn(list, each));
  });
}

function notesOf(card: Element): Element[] {
  return [...card.querySelectorAll('[data-entry]')];
}

function spanIn(list: Element, part: Element): Span {
  const { top } = list.getBoundingClientRect();
  const box = part.getBoundingClientRect();
  return { top: box.top - top, bottom: box.bottom - top };
}

const titleSizes = { most: 104, least: 56 };

/** The largest type in which a title fits two lines. `isCut` if it does not fit in the smallest. */
export function useFittingTitle(): { title: RefObject<HTMLHeadingElement | null>; isCut: boolean } {
  const title = useRef<HTMLHeadingElement>(null);
  const [isCut, setCut] = useState(false);
  const fit = useCallback(() => {
    const element = title.current;
    if (!element) return;
    const fits = (size: number): boolean => {
      element.style.setProperty('--title', String(size));
      // Glyphs overflow their lines; a third line adds half of the height.
      return element.scrollHeight < element.clientHeight * 1.3;
    };
    setCut(!fits(fittingSize(titleSizes, fits)));
  }, []);
  useLayoutEffect(fit);
  return { title, isCut };
}
