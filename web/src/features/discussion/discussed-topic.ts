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

/** A topic with data of other features. */
export interface DiscussedTopic extends Topic {
  /** A short one-line name. */
  name: string;
  look: TopicLook;
  /** Null if voting was skipped. */
  votes: TopicTotal | null;
  comments: number;
}

export function isGroup({ id, notes }: Topic): boolean {
  return notes[0]?.id !== id;
}
