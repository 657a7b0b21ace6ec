// Components whose code is loaded when they are first rendered, and their fallbacks where loading fails.
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';

import { DialogFailure, ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx';
import { PageUnavailable } from '#web/ui/feedback/PageUnavailable.tsx';
import { toast } from '#web/ui/feedback/toast';

import { CodeLoader, heldMedia, keepTrying } from './code-loader.ts';

export type LazyComponent<Props> = ((props: Props) => ReactNode) & {
  /** Loads the code ahead of time. Also resolves where that fails. */
  preload: () => Promise<void>;
  /** Loads the code in case it is needed. A failure leaves no trace. */
  prefetch: () => Promise<void>;
};

const parts = new Set<() => Promise<void>>();

/** For pages: where loading fails, a page says so, retries, and offers a button to retry at once. */
export function lazyPage<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazyComponent(fetch, PageUnavailable);
}

/** Shown while the part is loading. */
type WithFallback<Props> = Props & { fallback?: ReactNode };

/** For parts of a page, such as a dialog: where loading fails, a toast says so, and the part appears once it is loaded. */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyComponent<WithFallback<Props>> {
  const part = lazyComponent(fetch, PartUnavailable);
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

/** The parts of all pages whose code is here. */
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
    // A closed dialog needs no failure notice; whoever opens it waits for no attempt that is due later.
    const isClosed = 'open' in props && props.open === false;
    const isMissed = isFailed && !isClosed;
    useEffect(() => (isMissed ? keepTrying(loader.load) : undefined), [isMissed]);
    const isShown = Boolean(Loaded) && !isClosed;
    useLayoutEffect(() => {
      if (isShown) applyStyles();
    }, [isShown]);
    if (Loaded) return <Loaded {...props} />;
    // Nothing of a closed dialog shows: its code comes when the page is at rest, or when the dialog opens.
    if (isClosed) return null;
    if (isFailed) return <Unavailable failure={state} onRetry={loader.load} />;
    use(loader.load());
    return null;
  }
  return Object.assign(Lazy, { preload: loader.load, prefetch: loader.prefetch });
}

const unavailableToast = 'part-unavailable';
/** From the second attempt on it is more than a moment's outage: the file may be gone with the version it belongs to. */
const passingFailures = 2;

/** A toast goes by itself, so each failed attempt shows it again while the part is wanted. */
function PartUnavailable(props: {
  /** Another object with each failed attempt. */
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
        : 'It opens once the server answers again.',
      action: mayBeGone
        ? { label: 'Reload', onPress: () => location.reload() }
        : { label: 'Try again', onPress: () => void onRetry() },
      id: unavailableToast,
    });
  }, [failure, onRetry]);
  useEffect(() => () => toast.dismiss(unavailableToast), []);
  return null;
}
