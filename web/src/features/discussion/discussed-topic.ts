import type { ColumnTone } from '@wentwell/contract/columns';
import type { Topic } from '@wentwell/contract/topics';
import type { TopicTotal } from '@wentwell/contract/votes';
import type { ComponentType } from 'react';

export interface TopicLook {
  title: string;
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;
  tone: ColumnTone;
  edge: string;
  text: string;
}

/** A topic with what the screen knows of it from other features. */
export interface DiscussedTopic extends Topic {
  /** In a few words, on one line. */
  name: string;
  look: TopicLook;
  /** Null where voting was left out. */
  votes: TopicTotal | null;
  comments: number;
}

export function isGroup({ id, notes }: Topic): boolean {
  return notes[0]?.id !== id;
}
