/** Scrolls smoothly, unless the user prefers reduced motion. */
export function scrollToSection(id: string): void {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .getElementById(id)
    ?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}
