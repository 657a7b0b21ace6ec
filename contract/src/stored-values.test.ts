import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { storedCarryOver } from './carry-over.ts';
import { storedCheckInRound } from './check-in-calls.ts';
import { storedComment } from './comments.ts';
import { storedGroup } from './groups.ts';
import { storedMeetingForCaller, storedSettings } from './meetings.ts';
import { storedNote } from './notes.ts';
import { storedPhaseInfo } from './phases.ts';
import { storedReady } from './ready.ts';
import { storedVersion, upgradeBy, upgradeParts } from './stored-values.ts';
import { storedSummaryMail } from './summary-mail.ts';
import { storedTemplate } from './templates.ts';
import { storedTimer } from './timer.ts';

/** One file of values for each version, taken from a database that the program of that version wrote. */
const folder = path.join(import.meta.dirname, 'testing/stored-values');
const versions = readdirSync(folder).map((file) => Number(path.basename(file, '.json')));

const Values = z.object({
  notes: z.array(z.unknown()).min(1),
  meetings: z.array(z.unknown()).min(1),
  phases: z.array(z.unknown()).min(1),
  settings: z.array(z.unknown()).min(1),
  ready: z.array(z.unknown()).min(1),
  timers: z.array(z.unknown()).min(1),
  templates: z.array(z.unknown()).min(1),
  rounds: z.array(z.unknown()).min(1),
  groups: z.array(z.unknown()).min(1),
  comments: z.array(z.unknown()).min(1),
  carry_overs: z.array(z.unknown()).min(1),
  summary_mails: z.array(z.unknown()).min(1),
});

function valuesOf(version: number): z.infer<typeof Values> {
  return Values.parse(JSON.parse(readFileSync(path.join(folder, `${version}.json`), 'utf8')));
}

it('has a file of stored values for every version', () => {
  const known = Array.from({ length: storedVersion }, (_, index) => index + 1);
  expect(versions.toSorted((a, b) => a - b)).toEqual(known);
});

describe.each(versions)('what version %i stored is read', (version) => {
  const values = valuesOf(version);
  const { notes, meetings, phases, settings, ready, timers, templates, rounds } = values;

  it('as notes', () => {
    for (const note of notes) expect(storedNote.read(note, version)).toMatchObject(Object(note));
  });

  it('as meetings', () => {
    for (const meeting of meetings) {
      expect(storedMeetingForCaller.read(meeting, version)).toMatchObject(Object(meeting));
    }
  });

  it('as phases', () => {
    for (const phase of phases) {
      expect(storedPhaseInfo.read(phase, version)).toMatchObject(Object(phase));
    }
  });

  it('as settings', () => {
    for (const each of settings) {
      expect(storedSettings.read(each, version)).toMatchObject(Object(each));
    }
  });

  it('as marks of who is done', () => {
    for (const each of ready) expect(storedReady.read(each, version)).toEqual(each);
  });

  it('as templates', () => {
    for (const each of templates) {
      expect(storedTemplate.read(each, version)).toMatchObject(Object(each));
    }
  });

  it('as rounds of a check-in', () => {
    for (const round of rounds) expect(storedCheckInRound.read(round, version)).toEqual(round);
  });

  it('as groups', () => {
    for (const group of values.groups) expect(storedGroup.read(group, version)).toEqual(group);
  });

  it('as comments', () => {
    for (const comment of values.comments) {
      expect(storedComment.read(comment, version)).toEqual(comment);
    }
  });

  it('as what was carried over, and who was sent the summary', () => {
    for (const each of values.carry_overs)
      expect(storedCarryOver.read(each, version)).toEqual(each);
    for (const each of values.summary_mails) {
      expect(storedSummaryMail.read(each, version)).toEqual(each);
    }
  });

  it('as timers', () => {
    for (const timer of timers) expect(storedTimer.read(timer, version)).toEqual(timer);
  });
});

describe('a stored value', () => {
  const Tagged = z.object({ name: z.string(), tags: z.array(z.string()), size: z.number() });
  const steps = [
    (value: object) => ({ ...value, tags: [] }),
    (value: object) => ({ ...value, size: 0 }),
  ];

  it('without fields that were required later is read after its upgrade, and not without', () => {
    expect(Tagged.safeParse({ name: 'old' }).success).toBe(false);
    const upgraded = upgradeBy(steps, { name: 'old' }, 1);
    expect(Tagged.parse(upgraded)).toEqual({ name: 'old', tags: [], size: 0 });
    const half = upgradeBy(steps, { name: 'old', tags: ['a'] }, 2);
    expect(Tagged.parse(half)).toEqual({ name: 'old', tags: ['a'], size: 0 });
  });

  it('is upgraded inside another one, alone or in a list', () => {
    const upgrade = (value: unknown, from: number) => upgradeBy(steps, value, from);
    const stored = { one: { name: 'a' }, many: [{ name: 'b' }], other: { name: 'c' } };
    expect(upgradeParts(stored, 2, { one: upgrade, many: upgrade, absent: upgrade })).toEqual({
      one: { name: 'a', size: 0 },
      many: [{ name: 'b', size: 0 }],
      other: { name: 'c' },
    });
  });

  it('of a newer version, or that is no object, stays as it is', () => {
    expect(upgradeBy(steps, { name: 'new' }, 4)).toEqual({ name: 'new' });
    expect(upgradeBy(steps, null, 1)).toBeNull();
  });
});
