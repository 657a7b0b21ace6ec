import './app/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
removeSkeletonWhenDrawn(root);
// It comes while the app asks for its data: browsers translate a page that is drawn.
void import('./app/translated-nodes.ts').then(({ followTranslatedNodes }) =>
  followTranslatedNodes(),
);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
