import { useBoardClient, useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { usePersonOf } from '#web/ui/identity/person';

/** Most of the page's parts need these. Re-renders on every change of the board; cards read parts with `useBoard`. */
export function useMeetingParts() {
  return {
    client: useBoardClient(),
    board: useShownBoard(),
    who: useViewer(),
    personOf: usePersonOf(),
  };
}
