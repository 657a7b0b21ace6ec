import './app/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
removeSkeletonWhenDrawn(root);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
