import type { Column } from '@wentwell/contract/columns';
import type { TopicId } from '@wentwell/contract/ids';
import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';

import { OptionList } from '#web/ui/forms/OptionList.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

import { columnTitle } from './column-look.ts';
import { type ColumnTopic, titleOfTopic } from './note-order.ts';
import { preview } from './note-text.ts';

/** A searchable list of what a note or a group can be grouped with, groups first. */
export function GroupPicker(props: {
  /** What is to be grouped, in a few words. */
  name: string;
  topics: readonly ColumnTopic[];
  columns: readonly Column[];
  onChoose: (topicId: TopicId) => void;
  onClose: () => void;
}): ReactNode {
  const { name, topics, columns, onChoose, onClose } = props;
  const ordered = [
    ...topics.filter(({ group }) => group !== null),
    ...topics.filter(({ group }) => group === null),
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Group with…"
      description={`“${name}”`}
    >
      <div className="-mx-6 -mb-6 border-t border-line">
        <OptionList
          label="Notes and groups"
          placeholder="Search notes and groups…"
          emptyText={
            topics.length === 0 ? 'There is nothing else on the board yet.' : 'Nothing found.'
          }
          debounceMs={0}
          value={null}
          options={ordered.map((topic) => ({
            value: topic.id,
            label: preview(titleOfTopic(topic), 80),
            hint: hintOf(topic, columns),
            icon: topic.group && <Layers className="text-soft" />,
          }))}
          onChoose={({ value }) => {
            const chosen = topics.find(({ id }) => id === value);
            if (chosen) onChoose(chosen.id);
          }}
        />
      </div>
    </Dialog>
  );
}

function hintOf({ group, notes, column_id }: ColumnTopic, columns: readonly Column[]): string {
  const column = columnTitle(columns, column_id) ?? '';
  return group === null ? column : `Group of ${notes.length} notes · ${column}`;
}
