// Buttons of the landing page, which the build renders (web/build/landing-plugin.ts) without React.
import { landingModeKey, landingThemes, type LandingMode } from '#web/ui/themes/landing-themes';

import './retro-preview.css';

const root = document.documentElement;

function toggleMode(): void {
  const mode: LandingMode = root.dataset['mode'] === 'dark' ? 'light' : 'dark';
  root.dataset['mode'] = mode;
  root.dataset['theme'] = landingThemes[mode];
  const canvas = getComputedStyle(root).getPropertyValue('--canvas');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  try {
    localStorage.setItem(landingModeKey, mode);
  } catch (error) {
    console.warn('The landing colour mode could not be stored.', error);
  }
}

function scrollToSection(id: string): void {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .getElementById(id)
    ?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const { action, scrollTo } = button?.dataset ?? {};
  if (action === 'toggle-mode') toggleMode();
  // Deliberately the browser's own alert, without a form behind it.
  if (action === 'contact-sales') window.alert('Contact sales - coming soon!');
  if (scrollTo !== undefined) scrollToSection(scrollTo);
});

// The build may be older than this year.
const year = document.querySelector('[data-year]');
if (year) year.textContent = String(new Date().getFullYear());
