// Changes of records as bytes: the public patch is encoded once, and for each owner what only they may see.
import type { Viewer } from '@wentwell/contract/author-keys';
import { partition, type Patch } from '@wentwell/contract/board/change';
import { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { boardRules } from '@wentwell/contract/board/features';
import { isOwner } from '@wentwell/contract/board/record';

import type { LoggedEvent } from './stored-events.ts';

function json(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/** A change as one viewer may see it; null where the event is not the last one of its command. */
export function changeFrame(logged: LoggedEvent, viewer: Viewer | null): ChangeFrame | null {
  const bytes = encodeChange(logged)?.(viewer);
  return bytes ? ChangeFrame.parse(JSON.parse(bytes.toString())) : null;
}

/** What a viewer may see of a change. Null where the event is not the last one of its command. */
export function encodeChange({
  seq,
  timestamp,
  change: logged,
}: LoggedEvent): ((viewer: Viewer | null) => Buffer) | null {
  if (!logged) return null;
  const { cause, publicPatch, privatePatches, publicCause } = partition(
    boardRules.recordTypes,
    logged.change,
  );
  const open = (({ put, remove }: Patch) => `${json('put', put)},${json('remove', remove)}`)(
    publicPatch,
  );
  const frameOf = ({ command, actorId }: typeof cause, own: Patch | null): string => {
    const frame = {
      type: 'board_changed',
      seq,
      since: logged.since,
      userId: actorId,
      timestamp,
    } satisfies Omit<ChangeFrame, 'data'>;
    const data = `${json('command', command)},${open}${own ? `,${json('own', own)}` : ''}`;
    return `${JSON.stringify(frame).slice(0, -1)},"data":{${data}}}`;
  };
  const frames = new Map<string, Buffer>();
  return (viewer) => {
    const own = [...privatePatches].filter(([owner]) => isOwner(viewer, owner));
    const owners = own.map(([owner]) => owner).join(' ');
    const known = frames.get(owners);
    if (known) return known;
    const put = own.flatMap(([, patch]) => patch.put);
    const remove = own.flatMap(([, patch]) => patch.remove);
    const frame = own.length > 0 ? frameOf(cause, { put, remove }) : frameOf(publicCause, null);
    const bytes = Buffer.from(frame);
    frames.set(owners, bytes);
    return bytes;
  };
}
