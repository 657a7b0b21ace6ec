// Counts the cards rendered for one change on a full board; times would depend on the machine.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { newBoard, note, open } from './group-scene.ts';
import { call, expect } from './walk.ts';

declare global {
  interface Window {
    /** Names of cards rendered since the last reset. */
    drawn: string[];
    /** How many cards the page had, after each change of their number. */
    cardCounts: number[];
  }
}

/** Runs before React, and records the cards of each commit. */
function watchReact(): void {
  interface Fiber {
    flags: number;
    tag: number;
    alternate: Fiber | null;
    child: Fiber | null;
    sibling: Fiber | null;
    stateNode: unknown;
  }
  window.drawn = [];
  const performedWork = 1;
  // Function components, memoised or not.
  const functions = new Set([0, 11, 14, 15]);
  const hostElement = 5;
  function visit(fiber: Fiber | null): void {
    for (let each = fiber; each; each = each.sibling) {
      const element = each.child;
      if (
        functions.has(each.tag) &&
        (each.flags & performedWork) !== 0 &&
        element?.tag === hostElement &&
        element.stateNode instanceof HTMLElement &&
        element.stateNode.localName === 'article'
      ) {
        window.drawn.push(element.stateNode.getAttribute('aria-label') ?? '');
      }
      // A skipped component keeps its previous children.
      if (each.child !== each.alternate?.child) visit(each.child);
    }
  }
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
}

async function drawnBy(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => window.drawn.splice(0));
  await act();
  return page.evaluate(() => [...new Set(window.drawn)].toSorted());
}

async function traceOf(page: Page, act: () => Promise<void>): Promise<string> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const tracking = 'disabled-by-default-devtools.timeline.invalidationTracking';
  await browser.startTracing(page, { categories: ['devtools.timeline', tracking] });
  await act();
  return (await browser.stopTracing()).toString();
}

/** The number of elements that the browser restyled at once, at most. */
async function restyledBy(page: Page, act: () => Promise<void>): Promise<number> {
  const trace = await traceOf(page, act);
  return Math.max(
    ...[...trace.matchAll(/"elementCount":(\d+)/g)].map(([, count]) => Number(count)),
  );
}

/** The number of cards in which a rule may have changed. Off-screen cards are not counted as restyled. */
async function cardsCheckedBy(page: Page, act: () => Promise<void>): Promise<number> {
  const trace = await traceOf(page, act);
  const checked = trace.matchAll(/"nodeId":(\d+),"nodeName":"SPAN class='note-tools'"/g);
  return new Set([...checked].map(([, id]) => id)).size;
}

test('a change renders only the changed card; a drag renders only the dragged one', async ({
  page,
  crew,
}) => {
  const notes = Array.from({ length: 30 }, (_, at) => {
    const columns = ['went_well', 'to_improve', 'action'] as const;
    return [columns[at % 3] ?? 'action', `Thought ${at} of many`] as const;
  });
  const board = await newBoard(crew, { notes });
  await page.addInitScript(watchReact);
  await open(page, crew.robin, board);
  const changed = note(page, 'Thought 4 of many');
  await expect(changed).toBeVisible();
  // Late code (grouping, reactions) renders every card once.
  await expect(changed.getByRole('button', { name: /^React/ })).toBeAttached();
  await page.waitForLoadState('networkidle');

  const read = await call<{ notes: { id: string; content: string }[] }>(crew.robin, [
    'GET',
    `/api/v1/meetings/${board.id}/board`,
  ]);
  const id = read.notes.find(({ content }) => content === 'Thought 4 of many')?.id;

  await test.step('somebody else’s edit', async () => {
    const drawn = await drawnBy(page, async () => {
      await call(crew.robin, ['PUT', `/api/v1/meetings/${board.id}/notes/${id}`], {
        content: 'Changed by somebody else',
      });
      await expect(note(page, 'Changed by somebody else')).toBeVisible();
    });
    expect(drawn).toEqual(['Your note, edited: Changed by somebody else']);
  });

  await test.step('typing in a dialog over the board', async () => {
    await page
      .getByRole('button', { name: /^Add Note/ })
      .first()
      .click();
    const text = page.getByRole('dialog').getByLabel('Content');
    await expect(text).toBeFocused();
    const drawn = await drawnBy(page, () => page.keyboard.type('What we saw'));
    expect(drawn).toEqual([]);
    // A rule with `:has()` on the page or the board would restyle more than the field.
    expect(await restyledBy(page, () => page.keyboard.type('this week'))).toBeLessThan(5);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a drag over the columns', async () => {
    const from = await note(page, 'Thought 27 of many').boundingBox();
    const head = await page.getByRole('region', { name: 'To Improve' }).boundingBox();
    if (!from || !head) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 20, from.y + 15);
    const drawn = await drawnBy(page, async () => {
      await page.mouse.down();
      await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
      await page.mouse.move(head.x + 30, head.y + 20, { steps: 6 });
    });
    expect(drawn).toEqual(['Your note: Thought 27 of many']);
    const moved = page.getByRole('region', { name: 'To Improve' }).getByText('Thought 27 of many');
    const checked = await cardsCheckedBy(page, async () => {
      await page.mouse.up();
      await expect(moved).toBeVisible();
    });
    expect(checked).toBeLessThan(10);
  });

  await test.step('an own note', async () => {
    await page.getByRole('textbox', { name: 'Write a note: Went Well' }).fill('A late thought');
    const checked = await cardsCheckedBy(page, async () => {
      await page.keyboard.press('Enter');
      await expect(note(page, 'A late thought')).toBeVisible();
    });
    expect(checked).toBeLessThan(10);
  });
});

/** Runs before the page. */
function watchCards(): void {
  window.cardCounts = [];
  const cards = document.getElementsByTagName('article');
  new MutationObserver(() => {
    if (window.cardCounts.at(-1) !== cards.length) window.cardCounts.push(cards.length);
  }).observe(document, { childList: true, subtree: true });
}

test('a full board shows the cards on top before the others, and takes none away again', async ({
  page,
  crew,
}) => {
  const notes = Array.from({ length: 90 }, (_, at) => ['went_well', `Thought ${at}`] as const);
  const board = await newBoard(crew, { notes });
  await page.addInitScript(watchCards);
  await open(page, crew.robin, board);
  const cards = page.getByRole('region', { name: 'Went Well' }).getByRole('article');
  await expect(cards).toHaveCount(90);
  const [, first = 0] = await page.evaluate(() => window.cardCounts);
  expect(first).toBeLessThan(30);
  await expect(cards.first()).toContainText('Thought 89');

  await call(crew.robin, ['POST', `/api/v1/meetings/${board.id}/notes`], {
    content: 'A late thought',
    note_type: 'went_well',
  });
  await expect(cards).toHaveCount(91);
  const counts = await page.evaluate(() => window.cardCounts);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});
