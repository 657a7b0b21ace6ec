import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
removeSkeletonWhenDrawn(root);
// zod reads this when it is loaded. Otherwise it would try `new Function`, which violates the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
const { App } = await import('./app/App.tsx');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
