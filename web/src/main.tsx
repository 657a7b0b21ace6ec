import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { removeSkeletonWhenDrawn } from '#web/ui/feedback/document-skeleton';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
removeSkeletonWhenDrawn(root);
const Start = await loadStart();
createRoot(root).render(
  <StrictMode>
    <Start />
  </StrictMode>,
);

/** The landing page does not load the router, the schemas and the dialogs (docs/design.md D-51). */
async function loadStart(): Promise<ComponentType> {
  if (location.pathname === '/') return (await import('./screens/home/Home.tsx')).Home;
  // zod reads this when it is loaded. Otherwise it would try `new Function`, which violates the content security policy.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  return (await import('./app/App.tsx')).App;
}
