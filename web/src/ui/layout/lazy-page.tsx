// Components whose code is loaded when they are first rendered, and their fallbacks where loading fails.
import { type ComponentType, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';

import { PageUnavailable } from '#web/ui/feedback/PageUnavailable.tsx';
import { toast } from '#web/ui/feedback/toast';

import { CodeLoader, keepTrying } from './code-loader.ts';

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

/** For parts of a page, such as a dialog: where loading fails, a toast says so, and the part appears once it is loaded. */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const part = lazyComponent(fetch, PartUnavailable);
  parts.add(part.prefetch);
  return part;
}

/** The parts of all pages whose code is here. */
export function listParts(): readonly (() => Promise<void>)[] {
  return [...parts];
}

function lazyComponent<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Unavailable: ComponentType<{ onRetry: () => Promise<void> }>,
): LazyComponent<Props> {
  const loader = new CodeLoader(fetch);
  function Lazy(props: Props): ReactNode {
    const { status, code: Loaded } = useSyncExternalStore(loader.subscribe, loader.read);
    const isFailed = status === 'failed';
    useEffect(() => (isFailed ? keepTrying(loader.load) : undefined), [isFailed]);
    if (Loaded) return <Loaded {...props} />;
    // A closed dialog needs no failure notice.
    const isClosed = 'open' in props && props.open === false;
    if (isFailed) return isClosed ? null : <Unavailable onRetry={loader.load} />;
    use(loader.load());
    return null;
  }
  return Object.assign(Lazy, { preload: loader.load, prefetch: loader.prefetch });
}

function PartUnavailable(): ReactNode {
  useEffect(() => {
    toast.warning({
      title: 'This part of the page could not be loaded',
      description: 'It opens by itself when the server can be reached again.',
      id: 'part-unavailable',
    });
    return () => toast.dismiss('part-unavailable');
  }, []);
  return null;
}
