import type { TopicId } from '@wentwell/contract/ids';
import { ArrowLeft, ArrowRight, CirclePause } from 'lucide-react';

import type { Command } from '#web/ui/overlays/commands';

/** For the owner's command palette: the way through the topics. */
export function leadCommands(discussion: {
  after: TopicId | null;
  before: TopicId | null;
  current: TopicId | null;
  discuss: (id: TopicId | null) => void;
  park: ((id: TopicId) => void) | undefined;
}): Command[] {
  const { after, before, current, discuss, park } = discussion;
  const usual = { group: 'Meeting' as const, keywords: ['topic', 'discuss'] };
  const commands: Command[] = [];
  if (after !== null) {
    const next = { id: 'topic-next', label: 'Next topic', icon: <ArrowRight /> };
    commands.push({ ...usual, ...next, run: () => discuss(after) });
  }
  if (before !== null) {
    const previous = { id: 'topic-previous', label: 'Previous topic', icon: <ArrowLeft /> };
    commands.push({ ...usual, ...previous, run: () => discuss(before) });
  }
  if (current !== null && park) {
    const parking = { id: 'topic-park', label: 'Park this topic', icon: <CirclePause /> };
    commands.push({ ...usual, ...parking, run: () => park(current) });
  }
  return commands;
}
