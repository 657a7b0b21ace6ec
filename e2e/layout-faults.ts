// What a person sees at once on a page whose layout has failed, and a computer must be taught to see.
import { expect, type Page } from '@playwright/test';

/** What can be pressed and is seen must be pressable: at its middle there is nothing of another control. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What is open above the page is looked at alone: covering the rest is its nature.
    const modal = [
      ...document.querySelectorAll(
        '[role=dialog]:not([popover]), [role=alertdialog], :popover-open',
      ),
    ]
      .filter((each) => each.checkVisibility())
      .at(-1);
    const within = modal ?? document;
    const faults: string[] = [];
    for (const control of within.querySelectorAll('button, a[href], input, select, textarea')) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (getComputedStyle(control).pointerEvents === 'none') continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const name = (control.getAttribute('aria-label') ?? control.textContent).slice(0, 40);
      if (left < -1 || right > innerWidth + 1) faults.push(`${name} is cut off`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const other = hit?.closest('button, a[href], input, select, textarea');
      if (other?.closest('[data-toasts]')) continue;
      if (other && other !== control && !control.contains(other) && !other.contains(control)) {
        faults.push(`${name} is covered by ${(other.textContent ?? '').slice(0, 40)}`);
      }
    }
    return faults;
  });
}

/** Text that its own box does not hold and does not cut: it would run over its neighbours. */
export function spilledTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.sr-only, [aria-hidden=true], select, textarea, script, style'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const { right, left } = range.getBoundingClientRect();
      let edge = innerWidth;
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') {
          edge = Number.POSITIVE_INFINITY;
          break;
        }
      }
      if (right > edge + 1 || left < -1) {
        faults.push(`${element.tagName} ${(element.textContent ?? '').slice(0, 30)}`);
      }
    }
    return faults;
  });
}

/** A drawer that slides in is cut off until it is there. */
export async function animationsEnd(page: Page): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      ).length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}
