import './app/zod-without-eval.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

import { App } from './app/App.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root.');
removeSkeletonWhenDrawn(container);
// It comes while the app asks for its data: browsers translate a page that is drawn.
void import('./app/translated-nodes.ts').then(({ followTranslatedNodes }) =>
  followTranslatedNodes(),
);
const root = createRoot(container);
// So it is drawn in pieces, between which a phone answers a touch.
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
