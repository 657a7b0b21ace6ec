// Components whose code is fetched when they are first drawn, and what stands in for them where it does not come.
import { type ComponentType, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';

import { PageUnavailable } from '#web/ui/feedback/PageUnavailable.tsx';
import { toast } from '#web/ui/feedback/toast';

import { CodeLoader, keepTrying } from './code-loader.ts';

export type LazyComponent<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code ahead of time. Resolves also where that fails. */
  preload: () => Promise<void>;
};

/** A page: where its code does not come, a page of ours says so, keeps trying, and can be asked to try at once. */
export function lazyPage<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazyComponent(fetch, PageUnavailable);
}

/** A part of a page, such as a dialog: where its code does not come, a notice says so, and it opens when it has come. */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazyComponent(fetch, PartUnavailable);
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
    // A dialog that nobody has asked for yet is not missed.
    const isClosed = 'open' in props && props.open === false;
    if (isFailed) return isClosed ? null : <Unavailable onRetry={loader.load} />;
    use(loader.load());
    return null;
  }
  return Object.assign(Lazy, { preload: loader.load });
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
