// The look-back: records of the team that a board shows in joining, such as earlier action items.
import { showsSinceLastTime } from '../actions/since-last-time.ts';
import type { CascadeRule } from './cascade.ts';
import type { BoardFeature } from './command.ts';
import { factOf } from './context.ts';
import { changedMeeting, getMeeting } from './meeting.ts';
import { keyOf } from './record.ts';

/** Loads the look-back when joining begins. Removes it when joining ends or guests are admitted. */
export function lookBackFeature(features: readonly BoardFeature[]): BoardFeature {
  const types = features.flatMap(({ recordTypes }) => recordTypes);
  const lookBack: CascadeRule = (patch, { before, after }, context) => {
    const next = changedMeeting(patch);
    if (!next) return null;
    const isShown = showsSinceLastTime(next);
    const previous = getMeeting(before);
    const isSamePhase = next.phase_started_at === previous.phase_started_at;
    if (isShown && isSamePhase && showsSinceLastTime(previous)) return null;
    const put = (isShown && factOf(context, 'lookBack')) || [];
    const shown = new Set(put.map(keyOf));
    const remove = types
      .flatMap((type) => after.all(type).filter((record) => type.isLookBack?.(record, next.id)))
      .filter((record) => !shown.has(keyOf(record)));
    return { put, remove };
  };
  return { recordTypes: [], commands: [], cascades: [lookBack] };
}
