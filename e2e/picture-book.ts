// A book of the product's pictures, each beside its target. BESIDE names the folder of the targets.
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Page } from '@playwright/test';

import { button, region } from './four-people.ts';
import { theme } from './judge.ts';
import { expect } from './walk.ts';

/** The product's pictures by target name. */
const shown = new Map<string, string[]>();

/** Intended differences from the target. */
const reasons: Readonly<Record<string, string>> = {
  '01-writing': 'The specification asks for a Finish button beside the phase.',
  '02a-reveal-countdown':
    'The sentence of the phase and the hint of the specification stay in place, so that nothing moves.',
  '03-grouping': 'How many votes each has is settled before the vote, while people wait.',
  '04-voting': 'The specification asks for Add Note and its hint in every live phase.',
  '05-discussing': 'Each topic has its own clock, a way back, and one press for an agreement.',
  '06-finish': 'The first retro of a team is its first badge; 49 has the same.',
  '07-report':
    'The specification asks for the back button, the badge and the line of a closed meeting.',
  '12a-room-writing': 'Seats keep room for longer names; who writes shows beside the number.',
  '12b-room-reading': 'The room sees beside the phase how many are done.',
  '12c-room-discussing':
    'What was written stands below its topic: a room of twenty cannot open it.',
  '09-phone-writing':
    'The specification asks for an edit button on each note; the hint goes after four seconds.',
  '10-phone-voting': 'Only who is asked is counted.',
  '13-dashboard': 'The specification asks for title, address, invitations and overview.',
  '15-palette':
    'Notes are found by the beginnings of their words, after what the meeting offers. A note’s acts are those of the phase.',
  '16-bar-states': 'Whoever leads is not asked and not counted.',
  '17-finish-dialog':
    'It says that the end is for everyone. The sum of answers stays unknown until there are enough.',
  '18-joining':
    'Faces with words instead of figures; the lead may change the question. All are here, so none is missing.',
  '30-health':
    'Days name the retros, so that gaps in time show. A check-up and the year are one press away.',
  '31-phone-health':
    'The bar is that of all pages. A menu has the check-up, the year and the CSV, as on a desk.',
  '32-check-up':
    'Results open over the lobby, where the team looks at them together; health has the trend.',
  '32b-phone-check-up': 'Joining is one page: people scroll on while they wait.',
  '33b-phone-did-it-help': 'Joining is one page: people scroll on while they wait.',
  '35a-memory':
    'A single note is its topic, so its text stands once. Each topic has its own clock.',
  '35b-search': 'Who has one team has none to choose.',
  '36a-panel':
    'The specification names the panel; the settings have a dialog, which the lobby opens as well.',
  '36b-menu': 'Each export is one press, and says for what it is.',
  '36c-panels': 'The settings have a dialog, which the dashboard and the lobby open as well.',
  '36d-phone-menu': 'Each export is one press, and says for what it is.',
  '37b-guest-waiting': 'The name is whole, as on the invitation. The page knows no time of asking.',
  '38-first-minute':
    'Who is alone waits for nobody, so nobody is counted. The specification asks for a Finish button.',
  '39a-offline': 'A waiting card is marked after a second: most changes are sent before.',
  '39b-phone-offline': 'Trying again is one press away.',
  '40-board-1280x600':
    'The specification asks for a Finish button. While people type, a sentence says whether a name shows.',
  '41a-members': 'Access by administrators is shown to every member.',
  '41b-profile': 'Own sessions and own data have their place here.',
  '42-administration':
    'Sessions and age of accounts stand beside each; a list narrows them on every width.',
  '43a-login': 'The specification has a sentence, and asks for the way home.',
  '44a-landing-light': 'The first view ends where the next part begins, so that it is found.',
  '45-hands-and-co-leads':
    'A person’s row opens the same menu; the own hand is the one thing to press, so it is solid.',
  '46b-room-end': 'Thanks are read out at the end.',
  '48-four-themes': 'The product has one picture for each theme.',
};

interface Shot {
  id?: string;
  clip?: { x: number; y: number; width: number; height: number };
  moves?: boolean;
}

/** Saves the page under its target's name once it is idle and without notices. Some targets have several parts. */
export async function show(
  page: Page,
  name: string,
  { id = theme, clip, moves = false }: Shot = {},
): Promise<void> {
  const setTheme = (next: string) =>
    page.evaluate((to) => (document.documentElement.dataset['theme'] = to), next);
  if (!moves) {
    // Away from buttons, but a drag goes on.
    if ((await page.locator('.drop-label').count()) === 0) await page.mouse.move(1, 450);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await setTheme(id);
    for (const close of await button(
      region(page, 'Notifications').or(page.locator('#none')),
      'Dismiss',
    ).all()) {
      await close.click();
    }
  }
  const parts = shown.get(name) ?? [];
  const part = `beside-${name}${parts.length > 0 ? `-${parts.length + 1}` : ''}.png`;
  shown.set(name, [...parts, part]);
  await page.screenshot({
    path: fileURLToPath(new URL(`./screens/${part}`, import.meta.url)),
    animations: moves ? 'allow' : 'disabled',
    ...(clip && { clip }),
  });
  if (!moves) await setTheme(theme);
}

/** Writes `e2e/screens/beside.html`. */
export function writeBook(): void {
  const targets = process.env['BESIDE'];
  const row = ([name, parts]: [name: string, parts: string[]]) => `<h2>${name}</h2>
    ${reasons[name] === undefined ? '' : `<p>${reasons[name]}</p>`}<div>
    ${targets ? `<img src="${pathToFileURL(`${targets}/${name}.png`).href}" alt="target">` : ''}
    <span>${parts.map((part) => `<img src="${part}" alt="product">`).join('')}</span></div>`;
  writeFileSync(
    new URL('./screens/beside.html', import.meta.url),
    `<!doctype html><meta charset="utf-8"><title>Beside their pictures</title>
    <p>From 1280 px the panel is open, because the specification shows it on the live board. The targets are without it,
    so it is hidden here.</p>
    <style>div{display:flex;gap:8px}div>*{min-width:0;flex:1;max-width:50%}span img{max-width:100%}</style>
    ${[...shown]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(row)
      .join('')}`,
  );
}
