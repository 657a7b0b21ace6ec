// Whatever is lost, repeated, reordered or delayed: in the end two clients show the server's board, and every change was
// made once.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createPresenter } from '#web/board/board-snapshot';

import { ada, bob } from './testing/fake-board-server.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { ModelBrowser } from './testing/model-browser.ts';
import { ModelServer } from './testing/model-server.ts';

const browser = fc.nat({ max: 1 });
const note = fc.integer({ min: 1, max: 6 });
const place = fc.nat({ max: 9 });
const flag = fc.boolean();

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('run'), browser, note, isNew: flag, tellsSeq: flag }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('ready'), browser, isOn: flag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete'), browser, note }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('deliver'), browser, place, isRepeated: flag }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('drop'), browser, place }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('answer'), browser, place, isLost: flag }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('slow'), browser, isOn: flag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unreachable'), browser, isOn: flag }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('offline'), browser, isOn: flag }) },
  {
    weight: 9,
    arbitrary: fc.record({ act: fc.constantFrom('sendChanges', 'acceptSocket'), browser }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('head', 'resync', 'disconnect', 'restoreBackup'),
      browser,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('wait'), browser, ms: fc.nat({ max: 6000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function runStep(target: ModelBrowser, server: ModelServer, step: Step): void {
  switch (step.act) {
    case 'run':
      target.run(step.note, step);
      break;
    case 'ready':
      target.setReady(step.isOn);
      break;
    case 'delete':
      server.delete(bob, step.note);
      break;
    case 'deliver':
      target.deliverChange(step.place, step.isRepeated);
      break;
    case 'drop':
      target.inFlight.splice(step.place, 1);
      break;
    case 'answer':
      target.settleAnswer(step.place, step.isLost);
      break;
    case 'slow':
      target.isSlow = step.isOn;
      break;
    case 'unreachable':
      target.isUnreachable = step.isOn;
      break;
    case 'offline':
      target.page.goOnline(!step.isOn);
      break;
    case 'restoreBackup':
      server.restoreBackup();
      break;
    case 'head':
    case 'resync':
      target.sendSignal(step.act);
      break;
    case 'sendChanges':
    case 'acceptSocket':
    case 'disconnect':
      target[step.act]();
      break;
    case 'wait':
      break;
  }
}

test('C-12, C-13, C-18, C-31: in the end two clients equal the log, whatever the network did', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 60, size: 'max' }),
    async (steps) => {
      const clock = new FakeClock();
      const server = new ModelServer();
      const browsers = [new ModelBrowser(clock, server, ada), new ModelBrowser(clock, server, bob)];
      await clock.advance(0);
      for (const each of steps) {
        const target = browsers[each.browser];
        if (target) runStep(target, server, each);
        await clock.advance(each.act === 'wait' ? each.ms : 0);
      }
      for (const each of browsers) each.repair();
      for (let round = 0; round < 12; round += 1) {
        for (const each of browsers) each.flush();
        await clock.advance(4000);
      }
      for (const [index, each] of browsers.entries()) {
        expect(each.regressions).toEqual([]);
        expect(each.client.getSnapshot()).toMatchObject({
          waiting: 0,
          connection: { status: 'open' },
        });
        expect(each.client.getSnapshot().board).toEqual(
          createPresenter()(server.snapshotFor(index === 0 ? ada : bob)),
        );
      }
      expect(new Set(server.applied).size).toBe(server.applied.length);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});
