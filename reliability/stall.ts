// `npm run chaos -- --stall`: pauses PostgreSQL while the clients of one account time out. Fails if the account is not
// served promptly afterwards.
import { setTimeout as pause } from 'node:timers/promises';

import { type Crowd, type Person, startCrowd } from './processes/crowd.ts';

const stalls = [
  { seconds: 3, clients: 14 },
  { seconds: 11, clients: 14 },
  { seconds: 11, clients: 40 },
  { seconds: 25, clients: 40 },
];
const patienceMs = 3000;
const servedWithinMs = 3000;

function edit({ product }: Crowd, { token, meetingId, note }: Person, signal: AbortSignal) {
  return fetch(`${product.url}/api/v1/meetings/${meetingId}/notes/${note}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: `Edit ${Math.random()}` }),
    signal,
  });
}

/** Resolves with the ms until an edit of the user succeeds. */
async function untilServed(crowd: Crowd, person: Person): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await edit(crowd, person, AbortSignal.timeout(60_000)).catch(() => null);
    if (answer?.status === 200) return performance.now() - began;
    await pause(100);
  }
}

/** Resolves with true if all users were served in time. */
export async function runStall(): Promise<boolean> {
  await using crowd = await startCrowd(2);
  const [one, other] = crowd.people;
  if (!one || !other) throw new Error('nobody is there');
  let isFine = true;
  for (const { seconds, clients } of stalls) {
    await untilServed(crowd, one);
    await crowd.signalPostgres('SIGSTOP');
    try {
      const given = Array.from({ length: clients }, () =>
        edit(crowd, one, AbortSignal.timeout(patienceMs)).catch(() => null),
      );
      await Promise.all([pause(seconds * 1000), ...given]);
    } finally {
      await crowd.signalPostgres('SIGCONT');
    }
    const [ofOne, ofOther] = await Promise.all([
      untilServed(crowd, one),
      untilServed(crowd, other),
    ]);
    const isInTime = ofOne <= servedWithinMs && ofOther <= servedWithinMs;
    isFine &&= isInTime;
    console.log(
      `${isInTime ? '✔' : '✘'} ${seconds} s, ${clients} clients gave up: served after ${ofOne.toFixed(0)} ms, another account after ${ofOther.toFixed(0)} ms`,
    );
  }
  return isFine;
}
