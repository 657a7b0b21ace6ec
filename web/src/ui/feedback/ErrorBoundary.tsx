// A rendering error replaces only the part that threw; the rest of the page and its texts stay.
import {
  Children,
  Component,
  Fragment,
  isValidElement,
  type PropsWithChildren,
  type ReactNode,
  useEffect,
  useState,
} from 'react';

import { toast } from './toast.ts';

// Extensions (translators, password managers) change the DOM that React manages. Their errors are not ours.

const domComplaint =
  /Failed to execute '(?:removeChild|insertBefore)' on 'Node'|The node to be removed is not a child|The object can not be found here/;
const extensionAddress = /(?:chrome|moz|safari-web|ms-browser)-extension:\/\//;

export function isExtensionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return domComplaint.test(error.message) || extensionAddress.test(error.stack ?? '');
}

const recoveries: number[] = [];
const recoveryWindowMs = 10_000;
const maxRecoveries = 3;

/** Whether to render the page again: only after errors caused by an extension, and only if they do not repeat. */
export function canRecover(error: unknown, now = performance.now()): boolean {
  if (!isExtensionError(error)) return false;
  while ((recoveries[0] ?? now) < now - recoveryWindowMs) recoveries.shift();
  if (recoveries.length >= maxRecoveries) return false;
  recoveries.push(now);
  return true;
}

export interface FallbackProps {
  error: unknown;
  reset: () => void;
}

interface BoundaryProps {
  Fallback: (props: FallbackProps) => ReactNode;
  /** Changing it renders the children again, such as at the next opening of a dialog. */
  attempt?: unknown;
  children: ReactNode;
}

interface BoundaryState {
  failure: { error: unknown } | null;
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  override componentDidUpdate({ attempt }: BoundaryProps): void {
    if (this.state.failure && attempt !== this.props.attempt) this.setState({ failure: null });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { Fallback, children } = this.props;
    if (!failure) return children;
    return <Fallback error={failure.error} reset={() => this.setState({ failure: null })} />;
  }
}

/** Renders the children again after an error caused by a browser extension. Returns whether it does. */
export function useRecovery({ error, reset }: FallbackProps): boolean {
  const [recovers] = useState(() => canRecover(error));
  useEffect(() => {
    if (recovers) reset();
  }, [recovers, reset]);
  return recovers;
}

const sentence = 'This part could not be shown. Reload the page.';

function PartFailure(props: FallbackProps): ReactNode {
  const recovers = useRecovery(props);
  return recovers ? null : (
    <p role="alert" className="p-2 text-danger-text">
      {sentence}
    </p>
  );
}

/** A failure message for parts without a place on the page. */
export function DialogFailure(props: FallbackProps): ReactNode {
  const recovers = useRecovery(props);
  useEffect(() => {
    if (!recovers) toast.error({ title: sentence, id: sentence });
  }, [recovers]);
  return null;
}

function Drawn({ draw }: { draw: () => ReactNode }): ReactNode {
  return draw();
}

/** For a card, a panel or the content of a popup. A new `attempt` renders it again. A function is called inside. */
export function Part(props: {
  attempt?: unknown;
  children: ReactNode | (() => ReactNode);
}): ReactNode {
  const { attempt, children } = props;
  const drawn = typeof children === 'function' ? <Drawn draw={children} /> : children;
  return apart(drawn, { Fallback: PartFailure, attempt });
}

/** For bars and controls without room for a sentence: a toast reports the error. */
export function SmallPart({ children }: { children: ReactNode }): ReactNode {
  return apart(children, { Fallback: DialogFailure });
}

/** Each child fails by itself, also those of a fragment. */
function apart(children: ReactNode, boundary: Omit<BoundaryProps, 'children'>): ReactNode {
  return Children.map(children, (child) =>
    isValidElement<PropsWithChildren>(child) && child.type === Fragment ? (
      apart(child.props.children, boundary)
    ) : (
      <ErrorBoundary {...boundary}>{child}</ErrorBoundary>
    ),
  );
}
