// Commands of features whose code loads late. An earlier page may have left some unsent.
import { NetworkError } from '#web/api/request';

import type { QueuedCommand, DeserializeCommand } from './queued-command.ts';

/** Recreates stored commands in order. Their code loads when they are sent; until then they show nothing. */
export function lazyCommands(
  load: (kind: string) => Promise<DeserializeCommand | undefined>,
): DeserializeCommand {
  return (kind, input) => {
    let command: QueuedCommand | null = null;

    async function restore(): Promise<QueuedCommand | null> {
      try {
        return (await load(kind))?.(kind, input) ?? null;
      } catch (error) {
        throw new NetworkError(error);
      }
    }

    return {
      kind,
      input,
      queueKey: kind,
      get shownOn() {
        return command?.shownOn ?? command?.queueKey;
      },
      get boardCommand() {
        return command?.boardCommand;
      },
      async send(key, signal) {
        command ??= await restore();
        // This version does not know the kind or shape, so nothing is sent.
        return command ? command.send(key, signal) : { seq: 0 };
      },
      onRefused: (...refusal) => command?.onRefused(...refusal),
    };
  };
}
