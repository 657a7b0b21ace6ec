/** Takes the id of a section of this page; goes there, smoothly unless the person asked for calm. */
export function scrollToSection(id: string): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
}
