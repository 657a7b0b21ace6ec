import { describe, expect, it } from 'vitest';

import { phases } from '../phases.ts';
import { teamContexts } from '../testing/team-contexts.ts';
import { TeamActionsQuery } from './action-lists.ts';
import { ActionInput, actionPolicy, ActionUpdate } from './actions.ts';

const live = { status: 'live', end_time: null, phase: 'discussing' } as const;

describe('who may agree on action items, and when (R-121, R-122)', () => {
  it('allows new action items in the two phases that make agreements', () => {
    const adding = phases.filter(
      (phase) => actionPolicy.addTo(teamContexts.member, { ...live, phase }) === 'allowed',
    );
    expect(adding).toEqual(['discussing', 'closing_ready']);
    expect(actionPolicy.addTo(teamContexts.member, { ...live, phase: 'voting' })).toBe(
      'ACTIONS_NOT_NOW',
    );
  });
});

describe('the fields of an action item', () => {
  it.each([
    ['an empty text', { text: '  ' }],
    ['a text of 501 characters', { text: 'a'.repeat(501) }],
    ['two lines', { text: 'one\ntwo' }],
    ['nothing that can be seen', { text: '\u200b' }],
    ['a day that does not exist', { text: 'a', due_on: '2026-02-30' }],
    ['a time', { text: 'a', due_on: '2026-02-03T10:00:00Z' }],
    ['a day of another age', { text: 'a', due_on: '0026-02-03' }],
    ['an owner who is no id', { text: 'a', assignee_id: 'robin' }],
  ])('rejects %s', (_what, input) => {
    expect(ActionInput.safeParse(input).success).toBe(false);
  });

  it('a text of 500 characters, and a day in the past', () => {
    const input = { text: ` ${'a'.repeat(500)} `, due_on: '1999-12-31' };
    expect(ActionInput.parse(input).text).toHaveLength(500);
  });

  it('R-122: requires a reason to drop an action item', () => {
    const refused = ActionUpdate.safeParse({ status: 'dropped' });
    expect(refused.error?.issues).toMatchObject([
      { path: ['reason'], message: 'Please say why you are dropping it.' },
    ]);
    expect(ActionUpdate.safeParse({ status: 'dropped', reason: 'Moot.' }).success).toBe(true);
  });
});

it('lists accept several statuses at once, and no unknown ones', () => {
  expect(TeamActionsQuery.parse({ status: 'open,done' }).status).toEqual(['open', 'done']);
  expect(TeamActionsQuery.safeParse({ status: 'open,gone' }).success).toBe(false);
  expect(TeamActionsQuery.parse({ assignee_id: 'nobody' }).assignee_id).toBe('nobody');
});
