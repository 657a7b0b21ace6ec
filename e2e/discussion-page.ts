// Setup of discussion tests: a meeting in Discussing, and the parts of its page.
import type { Locator, Page } from '@playwright/test';

import type { Crew } from './crew.ts';
import { newMeeting, type NewPage, openBoard as open, toasts } from './walk.ts';

export { open };

export const names = ['Deploys are fast', 'Reviews wait', 'Tests are flaky'] as const;
export const [deploys, reviews, tests] = names;

export async function newDiscussion({ robin, team }: Crew, notes: readonly string[] = names) {
  return newMeeting(robin, team, {
    phase: 'discussing',
    notes: notes.map((content) => ['went_well', content] as const),
  });
}

/** A discussion that its owner has open on `page`, and a member on another page. */
export async function discussTogether(at: { page: Page; newPage: NewPage; crew: Crew }) {
  const { page, newPage, crew } = at;
  const meeting = await newDiscussion(crew);
  await open(page, crew.robin, meeting.path);
  return { meeting, member: await open(await newPage(), crew.sasha, meeting.path) };
}

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const queue = (page: Page) => page.getByRole('navigation', { name: 'Topics' });
export const section = (page: Page, name: 'Now' | 'Next' | 'Done' | 'Parked') =>
  queue(page).getByRole('region', { name: new RegExp(`^${name}`) });
export const row = (page: Page, name: string) =>
  queue(page).getByRole('button', { name: new RegExp(`^${name}`) });
export const rows = (page: Page, name: 'Next' | 'Done' | 'Parked') =>
  section(page, name).locator('.queue-name');
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
export const topicFacts = (page: Page) => page.locator('.topic-total-line');
export const field = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' });
export const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
export const toast = (page: Page, title: string) => toasts(page).getByText(title, { exact: true });
