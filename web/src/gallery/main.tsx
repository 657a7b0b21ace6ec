import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { UiRoot } from '#web/ui/UiRoot.tsx';

import { freezeClock } from './frozen-clock.ts';
import { Gallery } from './Gallery.tsx';

freezeClock();

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root');

createRoot(root).render(
  <StrictMode>
    <UiRoot>
      <Gallery />
    </UiRoot>
  </StrictMode>,
);
