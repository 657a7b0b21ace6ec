// Detects layout faults that people notice immediately.
import { expect, type Page } from '@playwright/test';

/** Controls whose centre is covered by another control. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Inside an open dialog only: it covers the rest on purpose.
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
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const name = (control.getAttribute('aria-label') ?? control.textContent).slice(0, 40);
      if (left < -1 || right > innerWidth + 1) faults.push(`${name} is cut off`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const own = control.closest('label') ?? control;
      if (!hit || hit.closest('[data-toasts]') || own.contains(hit)) continue;
      // Another control, or an overlay.
      const others = [hit.closest('button, a[href], input, select, textarea')];
      for (let box: Element | null = hit; box; box = box.parentElement) {
        if (/absolute|fixed|sticky/.test(getComputedStyle(box).position)) others.push(box);
      }
      const other = others.find((each) => each && !each.contains(control));
      if (other) faults.push(`${name} is covered by ${(other.textContent ?? '').slice(0, 40)}`);
    }
    return faults;
  });
}

/** Small targets of what is shown, and of each menu, popover or list of options that opens, once for each kind of opener. */
export async function smallTargets(page: Page, opened = new Set<string>()): Promise<string[]> {
  const faults = await missedTargets(page);
  const shown = page.locator('[popover=auto]:popover-open, select:open');
  const openers = page.locator(
    ':is([aria-haspopup], select):not([aria-disabled=true], :disabled, [inert] *)',
  );
  for (const opener of await openers.filter({ visible: true }).all()) {
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
    const isSelect = await opener.evaluate((element) => element instanceof HTMLSelectElement);
    const kind = isSelect ? 'select' : name.replace(/[“:].*|\d+/gs, '');
    if (opened.has(kind)) continue;
    opened.add(kind);
    await opener.click();
    await expect(shown, name).not.toHaveCount(0);
    faults.push(...(await missedTargets(page)).map((fault) => `${kind} → ${fault}`));
    await page.keyboard.press('Escape');
  }
  return faults;
}

/** Controls that a finger misses 20 px off their centre. Links in text have their line's height. */
function missedTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    // Its list or menu covers a dialog.
    const over = document.querySelectorAll(
      '[aria-modal=true]:not([inert]), [popover=auto]:popover-open, select:open',
    );
    const scope = [...over].at(-1) ?? document;
    // A label is the target of a control within it.
    const all = scope.querySelectorAll<HTMLElement>(
      'button, a[href], input:not(label input), select, textarea, [role=radio], option, [role=option], [role^=menuitem], label:has(input)',
    );
    for (const control of all) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.closest('.sr-only, p, [inert]')) continue;
      const { position, pointerEvents } = getComputedStyle(control);
      if (position === 'fixed' || pointerEvents === 'none') continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isMissed = [-20, 20].some((off) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const hits = [document.elementFromPoint(x, y + off), document.elementFromPoint(x + off, y)];
        return hits.some(
          (hit) => !hit || !(control.contains(hit) || hit.closest('label')?.contains(control)),
        );
      });
      const name = (control.getAttribute('aria-label') ?? control.textContent).slice(0, 40);
      if (isMissed) faults.push(`${name}, ${Math.round(bottom - top)} px`);
    }
    return faults;
  });
}

/** Text that overflows its box without being clipped, so that it covers its neighbours. */
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

/** Ends animations: a drawer sliding in is still clipped. */
export async function endAnimations(page: Page): Promise<void> {
  const endRunning = () => {
    const running = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    for (const animation of running) animation.finish();
    return running.length;
  };
  await expect.poll(() => page.evaluate(endRunning)).toBe(0);
}

interface SeenText {
  text: string;
  element: Element;
  /** Boxes of its lines, as far as no other box clips them. */
  seen: { left: number; right: number; top: number; bottom: number }[];
  /** The box that clips it permanently, without scrolling. */
  cutBy: string | null;
  /** Sticky, fixed, shadowed or opaque elements that cover others. */
  floats: Element | null;
}

export interface TextFaults {
  /** Permanently clipped texts. Names given by people may end in an ellipsis after some letters. */
  cut: string[];
  /** Visible texts that overlap. */
  overlapping: string[];
}

export function textFaults(page: Page, names: readonly string[]): Promise<TextFaults> {
  return page.evaluate((given) => {
    // Styles and places of boxes, which most texts share.
    const boxes = new Map<Element, ReturnType<typeof readBox>>();

    function readBox(element: Element) {
      const { backgroundColor, clipPath, position, overflowX, overflowY, boxShadow } =
        getComputedStyle(element);
      const clipsX = overflowX !== 'visible';
      const clipsY = overflowY !== 'visible';
      return {
        isHidden: clipPath !== 'none',
        isFixed: position === 'fixed',
        floats:
          /fixed|sticky/.test(position) ||
          (position === 'absolute' && (boxShadow !== 'none' || backgroundColor.startsWith('rgb('))),
        clipsX,
        clipsY,
        scrolls: /auto|scroll/.test(overflowX + overflowY),
        place: clipsX || clipsY ? element.getBoundingClientRect() : null,
      };
    }

    function boxOf(element: Element) {
      const box = boxes.get(element) ?? readBox(element);
      boxes.set(element, box);
      return box;
    }

    function* textsOf(root: Element): Generator<SeenText> {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        const text = (node.textContent ?? '').trim();
        if (!element || text === '') continue;
        if (
          element.closest(
            '.sr-only, [aria-hidden=true], select, textarea, script, style, noscript, [inert], [data-toasts]',
          )
        )
          continue;
        // Rows below the window render only when near.
        const seen = {
          opacityProperty: true,
          visibilityProperty: true,
          contentVisibilityAuto: true,
        };
        if (!element.checkVisibility(seen)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const found: SeenText = { text, element, seen: [], cutBy: null, floats: null };
        for (const line of range.getClientRects()) {
          const rest = restOf(element, line, found);
          if (rest) found.seen.push(rest);
        }
        if (found.seen.length > 0) yield found;
      }
    }

    const hasLargeLetters =
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16;

    /** Undefined for texts only for screen readers. */
    function restOf(element: Element, line: DOMRect, found: SeenText) {
      let { left, right, top, bottom } = line;
      let scrolls = false;
      for (
        let each: Element | null = element;
        each && each !== document.body;
        each = each.parentElement
      ) {
        const box = boxOf(each);
        if (box.isHidden) return undefined;
        if (box.floats) found.floats ??= each;
        if (box.isFixed) break;
        const { place } = box;
        if (!place) continue;
        // A scroller lower than the line cuts it. Large letters in the smallest window leave some no room.
        scrolls ||=
          box.scrolls && (hasLargeLetters || place.bottom - place.top >= line.bottom - line.top);
        const isCut =
          (box.clipsX && (line.left < place.left - 1.5 || line.right > place.right + 1.5)) ||
          (box.clipsY && (line.top < place.top - 2.5 || line.bottom > place.bottom + 2.5));
        if (isCut && !scrolls) found.cutBy ??= each.className;
        left = Math.max(left, place.left);
        right = Math.min(right, place.right);
        top = Math.max(top, place.top);
        bottom = Math.min(bottom, place.bottom);
      }
      // Letters do not fill their line's height.
      const inset = (bottom - top) / 6;
      return { left, right, top: top + inset, bottom: bottom - inset };
    }

    const texts = [...textsOf(document.body)];
    const isTold = ({ text, element, seen }: SeenText) =>
      given.some((name) => text.includes(name)) &&
      Math.max(...seen.map(({ left, right }) => right - left)) >
        Number.parseFloat(getComputedStyle(element).fontSize);
    const cut = texts
      .filter((text) => text.cutBy !== null && !isTold(text))
      .map(({ text, cutBy }) => `${text.slice(0, 40)} by ${cutBy?.slice(0, 60)}`);

    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
      const chosen = select.selectedOptions[0]?.text ?? '';
      if (!pen || !select.checkVisibility() || given.some((name) => chosen.includes(name)))
        continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = font;
      const room =
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen.measureText(chosen).width > room + 1) cut.push(`${chosen} by its select`);
    }

    const lines = texts.flatMap(({ seen, ...text }) => seen.map((line) => ({ ...text, ...line })));
    const overlapping = new Set<string>();
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (one.element === other.element || one.floats !== other.floats) continue;
        const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (x > 1 && y > 1) {
          overlapping.add(`${one.text.slice(0, 30)} / ${other.text.slice(0, 30)}`);
        }
      }
    }
    return { cut, overlapping: [...overlapping] };
  }, names);
}
