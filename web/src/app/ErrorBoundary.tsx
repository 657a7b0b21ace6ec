import { Component, type ReactNode } from 'react';

import { ErrorFallback } from './ErrorFallback.tsx';

interface Failure {
  error: unknown;
}

/** Around the whole app. The router catches the errors of pages before they reach it. */
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
