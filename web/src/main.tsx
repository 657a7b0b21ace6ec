import './app/zod-without-eval.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

import { App, askAhead, loadFirstPage } from './app/App.tsx';

/** The head of the page asks for this code, which may be at hand before the rest of the page has come. */
function start(): void {
  const container = document.getElementById('root');
  if (!container) return document.addEventListener('DOMContentLoaded', start, { once: true });
  removeSkeletonWhenDrawn(container);
  askAhead();
  // Browsers translate a page that is drawn.
  void import('./app/after-start.ts').then(({ followTranslatedNodes }) => followTranslatedNodes());
  const root = createRoot(container);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // So it is drawn in pieces, between which a phone answers a touch.
  void loadFirstPage().then(() => startTransition(() => root.render(app)));
}

start();
