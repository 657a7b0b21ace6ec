// Parts with an order, a condition or a size in the specification.

import { atEachSize } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, openAs } from './walk.ts';

const smallestTarget = 44;

atEachSize(test, () => {
  test('every button of a note is 44 by 44 px', async ({ page, rocket }) => {
    const notes = [
      ['went_well', 'Own, to be edited'],
      ['went_well', 'Another'],
    ] as const;
    const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Targets' }, { notes });
    await openAs(page, rocket.ada, meeting.path);
    const buttons = page.getByRole('article').first().getByRole('button');
    await expect(buttons.filter({ visible: true }).first()).toBeVisible();
    const targets = await buttons.evaluateAll((all) =>
      all
        // An element without pointer events is no target: the card below it is.
        .filter((each) => getComputedStyle(each).pointerEvents !== 'none')
        .map((each) => {
          const { width, height, left, right } = each.getBoundingClientRect();
          return { name: each.getAttribute('aria-label'), width, height, left, right };
        }),
    );
    expect(targets.length).toBeGreaterThanOrEqual(2);
    for (const { name, width, height } of targets) {
      expect(width, `${name} is too narrow`).toBeGreaterThanOrEqual(smallestTarget);
      expect(height, `${name} is too low`).toBeGreaterThanOrEqual(smallestTarget);
    }
  });
});

test('an empty board invites adding notes only while that is possible', async ({
  page,
  rocket,
}) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Empty' });
  await openAs(page, rocket.ada, meeting.path);
  for (const [phase, asks] of [
    ['writing', 1],
    ['grouping', 1],
    ['voting', 0],
  ] as const) {
    await meeting.moveTo(phase);
    await expect(page.locator('[aria-current=step]')).toContainText(spec.phases[phase]);
    await expect(page.getByText(spec.board.empty)).toBeVisible();
    await expect(page.getByText(spec.board.emptyText)).toHaveCount(asks);
  }
});
