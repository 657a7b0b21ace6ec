import { loginWords } from '../src/screens/login/login-words.ts';
import { logo, wordmark } from '../src/ui/layout/wordmark-paths.ts';

/**
 * The document shows this until the app has drawn a page: its frame, and the shape of what will come. Heights and
 * insets are those of the layouts in src/screens, so that nothing jumps when they take over. boot-script.ts chooses the
 * shape by the address, and src/main.tsx removes the skeleton.
 */
export function skeletonHtml(): string {
  const shapes = [
    shape('app', appBar('h-14 px-2 sm:px-5') + appContent),
    shape('board', boardContent),
    shape('card', cardContent()),
    shape('login', cardContent(loginWords)),
    shape('open', openBar('h-14')),
  ];
  return `<div id="skeleton" aria-busy="true" class="fixed inset-0 overflow-clip bg-canvas">
    <p role="status" class="sr-only">Loading</p>
    ${shapes.join('\n    ')}
  </div>
  <noscript><p class="fixed inset-x-0 top-1/2 px-4 text-center text-base text-ink">Wentwell needs JavaScript. Please switch it on and reload the page.</p></noscript>`;
}

function shape(name: string, content: string): string {
  return `<div data-shape="${name}" aria-hidden="true" class="h-full flex-col">${content}</div>`;
}

function mark(height: number): string {
  return `<svg width="${height}" height="${height}" viewBox="${logo.viewBox}" fill="none" class="shrink-0"><path d="${logo.note}" fill="var(--primary)"/><path d="${logo.corner}" fill="var(--on-primary)" opacity="0.42"/><path d="${logo.letter}" stroke="var(--on-primary)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

/** Below 1024 px the top bar has no room for the letters. */
function brand(height: number, lettersClass = ''): string {
  const letters = wordmark.letters.map((letter) => `<path d="${letter}"/>`).join('');
  return `<span class="inline-flex shrink-0 items-center text-ink" style="gap:${height * wordmark.gap}px">${mark(height)}<svg class="${lettersClass}" height="${height * wordmark.scale}" viewBox="${wordmark.viewBox}" fill="none" stroke="currentColor" stroke-width="${wordmark.strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${letters}</svg></span>`;
}

function line(classes: string): string {
  return `<span class="block max-w-full animate-shimmer rounded-sm bg-line ${classes}"></span>`;
}

function box(classes: string, content = ''): string {
  return `<div class="rounded-lg border border-line bg-surface ${classes}">${content}</div>`;
}

/** Content appears as late as every other stand-in; the frame at once. */
function late(classes: string, content: string): string {
  return `<div class="transition-opacity delay-150 starting:opacity-0 ${classes}">${content}</div>`;
}

function appBar(sizes: string): string {
  const end = `<span class="ml-auto flex items-center gap-3">${line('h-11 w-28')}${line('size-9 rounded-full')}</span>`;
  return `<div class="shrink-0 border-b border-line"><div class="flex items-center gap-2 sm:gap-4 ${sizes}"><span class="size-11 sm:hidden"></span>${brand(28, 'max-lg:hidden')}${end}</div></div>`;
}

const appContent = late(
  'mx-auto grid w-full max-w-6xl gap-8 px-4 py-6 sm:px-6 sm:py-8',
  `<div class="grid gap-2">${line('h-8 w-56')}${line('h-4 w-72')}</div>
    <div class="grid gap-3 sm:grid-cols-3 sm:gap-4">${box('h-20 sm:h-24').repeat(3)}</div>${box('h-72')}`,
);

const boardColumn = `<div class="flex flex-1 flex-col not-first:max-md:hidden"><div class="flex h-11 shrink-0 items-center border-b border-line">${line('h-5 w-32')}</div><div class="flex flex-1 flex-col gap-3 pt-3">${'<span class="h-24 shrink-0 rounded-md bg-surface"></span>'.repeat(3)}</div><span class="h-13 shrink-0 rounded-md bg-surface"></span></div>`;

const boardContent = `<div class="flex h-14 shrink-0 items-center border-b border-line px-4 tight:h-12">${line('h-6 w-48')}</div>
  ${late('flex min-h-0 flex-1 gap-6 px-4 pt-11 pb-3 lg:px-8 lg:pb-6', boardColumn.repeat(3))}`;

const sheets = `<div class="mb-4 flex">${['success', 'warning', 'accent']
  .map(
    (tone, at) =>
      `<span data-tone="${tone}" class="paper entry-sheet -mr-4 size-13" style="rotate:${at * 9 - 9}deg"></span>`,
  )
  .join('')}</div>`;

/** The words that are known stand where the page will have them: what is read first need not wait for the fields. */
function cardContent(words?: { title: string; lead: string }): string {
  const fields = late('grid gap-6', line('h-11').repeat(3));
  const content = words
    ? `<div class="grid gap-2">${sheets}<p class="text-xl font-bold">${words.title}</p><p class="text-base text-soft">${words.lead}</p></div>${fields}`
    : line('h-8 w-40') + line('h-11').repeat(3);
  const form = `<div class="grid gap-6">${content}</div>`;
  return `<div class="flex h-14 shrink-0 items-center border-b border-line px-5">${brand(28)}</div>
  <div class="mx-auto w-full max-w-110 px-5 py-12 sm:pt-[15dvh]">${words ? form : late('', form)}</div>`;
}

function openBar(height: string): string {
  return `<div class="border-b border-line bg-surface"><div class="mx-auto flex max-w-6xl items-center px-4 sm:px-6 ${height}">${brand(28)}</div></div>`;
}
