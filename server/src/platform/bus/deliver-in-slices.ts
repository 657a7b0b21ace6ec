// A transaction may say thousands of things, such as one that brings a file of action items to all boards of a team.
const deliveredAtOnce = 50;

/** Returns a function that calls back later, in the order of the calls: of many, others have their turn in between. */
export function deliverInSlices(): (deliver: () => void) => void {
  const waiting: (() => void)[] = [];

  function deliverSome(): void {
    for (const deliver of waiting.splice(0, deliveredAtOnce)) queueMicrotask(deliver);
    if (waiting.length > 0) setImmediate(deliverSome);
  }

  return (deliver) => {
    waiting.push(deliver);
    if (waiting.length === 1) queueMicrotask(deliverSome);
  };
}
