import { busSuite } from './bus.suite.ts';
import { memoryBus } from './bus.ts';

busSuite('the bus of one process', async () => {
  const bus = memoryBus();
  return { here: bus, there: bus, [Symbol.asyncDispose]: () => bus.close() };
});
