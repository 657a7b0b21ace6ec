// Components loaded on first render, with fallbacks if loading fails.
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  useState,
} from 'react';

import { DialogFailure, ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';

import { Button } from '../buttons/Button.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Offline } from '../feedback/OfflineDrawing.tsx';
import { CodeLoader, heldMedia, keepTrying } from './code-loader.ts';

export type LazyComponent<Props> = ((props: Props) => ReactNode) & {
  /** Loads the code ahead of time. Resolves also if loading fails. */
  preload: () => Promise<void>;
  /** Loads code that may be needed later. A failure is ignored. */
  prefetch: () => Promise<void>;
};

const parts = new Set<() => Promise<void>>();

type Props<Component> = Component extends (props: infer Given) => ReactNode ? Given : never;

/** For pages: if loading fails, a page says so, retries, and offers a button. */
export function lazyPage<File, Name extends keyof File>(
  fetch: () => Promise<File>,
  name: Name,
): LazyComponent<Props<File[Name]>>;
export function lazyPage<Name extends string, Given extends object>(
  fetch: () => Promise<Record<Name, ComponentType<Given>>>,
  name: Name,
): LazyComponent<Given> {
  return lazyComponent(async () => (await fetch())[name], PageUnavailable);
}

type WithFallback<Given> = Given & { fallback?: ReactNode };

/** For parts of a page, such as a dialog: if loading fails, a toast says so. The part appears once loaded. */
export function lazyPart<File, Name extends keyof File>(
  fetch: () => Promise<File>,
  name: Name,
): LazyComponent<WithFallback<Props<File[Name]>>>;
export function lazyPart<Name extends string, Given extends object>(
  fetch: () => Promise<Record<Name, ComponentType<Given>>>,
  name: Name,
): LazyComponent<WithFallback<Given>> {
  const part = lazyComponent(async () => (await fetch())[name], PartUnavailable);
  parts.add(part.prefetch);
  const { preload, prefetch } = part;
  return Object.assign(withBoundary(part), { preload, prefetch });
}

function withBoundary<Props extends object>(
  LazyPart: LazyComponent<Props>,
): (props: WithFallback<Props>) => ReactNode {
  return (props) => (
    <Suspense fallback={props.fallback}>
      <ErrorBoundary Fallback={DialogFailure} attempt={'open' in props && props.open}>
        <LazyPart {...props} />
      </ErrorBoundary>
    </Suspense>
  );
}

export function listParts(): readonly (() => Promise<void>)[] {
  return [...parts];
}

/** Applies the style sheets that prefetching held back. */
function applyStyles(): void {
  const held = document.querySelectorAll<HTMLLinkElement>(`link[media="${heldMedia}"]`);
  for (const link of held) link.media = '';
}

function lazyComponent<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Unavailable: ComponentType<{ failure: object; onRetry: () => Promise<void> }>,
): LazyComponent<Props> {
  const loader = new CodeLoader(fetch);
  function Lazy(props: Props): ReactNode {
    const state = useSyncExternalStore(loader.subscribe, loader.read);
    const { status, code: Loaded } = state;
    const isFailed = status === 'failed';
    // A closed dialog shows no failure, and opening it retries at once.
    const isClosed = 'open' in props && props.open === false;
    const isMissed = isFailed && !isClosed;
    useEffect(() => (isMissed ? keepTrying(loader.load) : undefined), [isMissed]);
    const isShown = Boolean(Loaded) && !isClosed;
    useLayoutEffect(() => {
      if (isShown) applyStyles();
    }, [isShown]);
    if (Loaded) return <Loaded {...props} />;
    // A closed dialog shows nothing: its code loads while the page is idle, or when the dialog opens.
    if (isClosed) return null;
    if (isFailed) return <Unavailable failure={state} onRetry={loader.load} />;
    use(loader.load());
    return null;
  }
  return Object.assign(Lazy, { preload: loader.load, prefetch: loader.prefetch });
}

const unavailableToast = 'part-unavailable';
/** The second failure is more than a short outage: a new release may have removed the file. */
const passingFailures = 2;

/** Toasts expire, so each failed attempt shows the toast again while the part is open. */
function PartUnavailable(props: {
  /** A new object for each failed attempt, so that effects run again. */
  failure: object;
  onRetry: () => Promise<void>;
}): ReactNode {
  const { failure, onRetry } = props;
  const seen = useRef(new Set<object>());
  useEffect(() => {
    seen.current.add(failure);
    const mayBeGone = seen.current.size > passingFailures && navigator.onLine;
    toast.warning({
      title: 'This part of the page could not be loaded',
      description: mayBeGone
        ? 'Reload to get the newest version. Your texts are kept.'
        : 'It will open once the server responds.',
      action: mayBeGone
        ? { label: 'Reload', onPress: () => location.reload() }
        : { label: 'Try again', onPress: () => void onRetry() },
      id: unavailableToast,
    });
  }, [failure, onRetry]);
  useEffect(() => () => toast.dismiss(unavailableToast), []);
  return null;
}

/** Replaces a page whose code could not be loaded. The document is not reloaded, so pending changes are still sent. */
function PageUnavailable({ onRetry }: { onRetry: () => Promise<void> }): ReactNode {
  const [isTrying, setTrying] = useState(false);
  const [tries, setTries] = useState(0);

  async function retry(): Promise<void> {
    setTrying(true);
    await onRetry();
    setTries(tries + 1);
    setTrying(false);
  }

  return (
    <div role="alert">
      <EmptyState
        level={1}
        illustration={<Offline />}
        title="This page could not be loaded"
        action={
          <>
            <Button variant="primary" busy={isTrying} onClick={() => void retry()}>
              Try again
            </Button>
            {tries > 0 && navigator.onLine && (
              <Button variant="ghost" onClick={() => location.reload()}>
                Reload
              </Button>
            )}
          </>
        }
      >
        It will open once the server responds. Your texts are kept.
        {tries > 0 && ' Still missing? Reload to get the new version.'}
      </EmptyState>
    </div>
  );
}
