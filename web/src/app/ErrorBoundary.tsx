import { Component, type ReactNode } from 'react';

import { ErrorFallback } from './ErrorFallback.tsx';

interface Failure {
  error: unknown;
}

/** The last resort, around everything; a page that fails is caught below it, by the router. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <main>
        <ErrorFallback error={failure.error} reset={() => this.setState({ failure: null })} />
      </main>
    );
  }
}
