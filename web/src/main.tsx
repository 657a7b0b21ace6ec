import './app/zod-without-eval.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

import { App, sendFirstRequests, loadFirstPage } from './app/App.tsx';
import { followTranslatedNodes } from './app/translated-nodes.ts';

/** The document's head requests this code, so it may run before the body is complete. */
function start(): void {
  const container = document.getElementById('root');
  if (!container) return document.addEventListener('DOMContentLoaded', start, { once: true });
  removeSkeletonWhenDrawn(container);
  sendFirstRequests();
  // Extensions translate a text as soon as it is drawn.
  followTranslatedNodes();
  const root = createRoot(container);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // A transition renders in interruptible pieces, so that a phone can respond.
  void loadFirstPage().then(() => startTransition(() => root.render(app)));
}

start();
