import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { UiRoot } from '#web/ui/UiRoot.tsx';

import { freezeClock } from './frozen-clock.ts';
import { Gallery } from './Gallery.tsx';

freezeClock();

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root');

// Dialogs need a router for the browser's Back.
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
});

createRoot(root).render(
  <StrictMode>
    <UiRoot>
      <RouterProvider router={router} />
    </UiRoot>
  </StrictMode>,
);
