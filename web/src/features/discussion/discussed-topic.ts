import type { Topic } from '@wentwell/contract/discussion/topics';
import type { TopicTotal } from '@wentwell/contract/discussion/votes';

import type { ColumnLook } from '#web/ui/identity/column-look';

/** A topic with data of other features. */
export interface DiscussedTopic extends Topic {
  /** A short one-line name. */
  name: string;
  look: ColumnLook;
  /** Null if voting was skipped. */
  votes: TopicTotal | null;
  comments: number;
}
