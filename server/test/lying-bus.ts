// A bus that does its worst, and says that it is well: it loses, repeats, delays and garbles what it is given.
import type { Bus } from '#server/platform/bus/bus';

/** Takes an honest bus and numbers from 0 to 1; gives the lying one. Ending the honest one is the caller's. */
export function lyingBus(honest: Bus, random: () => number): Bus {
  return {
    ...honest,
    publish(channel, message) {
      const lie = random();
      if (lie < 0.3) return;
      if (lie < 0.4) honest.publish(channel, message.slice(0, message.length / 2));
      const copies = lie > 0.8 ? 3 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        setTimeout(() => {
          honest.publish(channel, message);
        }, random() * 30);
      }
    },
    healthy: () => true,
  };
}
