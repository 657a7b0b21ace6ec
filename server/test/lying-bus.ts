// A bus that reports itself healthy, but loses, repeats, delays and corrupts messages.
import type { Bus } from '#server/platform/bus/bus';

/** Probabilities are 0 to 1. The caller closes the wrapped bus. */
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
