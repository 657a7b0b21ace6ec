// An error while something is drawn replaces that alone: the rest of the page and all texts in it stay.
import { Component, type ReactNode, useEffect, useState } from 'react';

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

/** Whether to render the page again after this error: only for an extension's, and not if they keep coming. */
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
  /** Another value draws the children again, such as the next opening of a dialog. */
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

/** Draws the children again after an error that a browser extension has caused. Returns whether it does. */
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

/** For what has no place on the page where it could say so. */
export function DialogFailure(props: FallbackProps): ReactNode {
  const recovers = useRecovery(props);
  useEffect(() => {
    if (!recovers) toast.error({ title: sentence, id: sentence });
  }, [recovers]);
  return null;
}

/** Around a card, a panel, or what a popup holds. Another `attempt` draws it again. */
export function Part(props: { attempt?: unknown; children: ReactNode }): ReactNode {
  return <ErrorBoundary Fallback={PartFailure} {...props} />;
}

/** Around a bar or a control, which have no room for a sentence: a toast says it. */
export function SmallPart(props: { children: ReactNode }): ReactNode {
  return <ErrorBoundary Fallback={DialogFailure} {...props} />;
}
