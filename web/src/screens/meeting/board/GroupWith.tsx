import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { NoteId } from '@wentwell/contract/ids';
import type { Column } from '@wentwell/contract/notes/columns';
import { Layers, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ColumnTopic } from '#web/features/groups/column-topic';
import type { Picking } from '#web/features/groups/use-grouping';
import { useSimilarNotes } from '#web/features/notes/similar-notes';
import { OptionList } from '#web/ui/forms/OptionList.tsx';
import { columnTitle } from '#web/ui/identity/column-look';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { preview } from '#web/ui/preview';

/** Topics with similar notes first, most similar first; the others keep their order. */
export function bySimilarity(
  topics: readonly ColumnTopic[],
  similar: readonly NoteId[],
): { topic: ColumnTopic; isSimilar: boolean }[] {
  const rankOf = ({ notes }: ColumnTopic): number =>
    Math.min(...notes.map(({ id }) => similar.indexOf(id)).filter((rank) => rank >= 0), Infinity);
  return topics
    .map((topic) => ({ topic, rank: rankOf(topic) }))
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ topic, rank }) => ({ topic, isSimilar: rank < Infinity }));
}

/** A searchable list of targets for grouping: similar topics once the server has found them, groups, then notes. */
export function GroupWith(props: { picking: Picking; columns: readonly Column[] }): ReactNode {
  const { picking, columns } = props;
  const { name, topics, onChoose, onClose } = picking;
  const { data = [] } = useSimilarNotes(picking.compared);
  const similar = data.map(({ note_id }) => note_id);
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
          options={bySimilarity(ordered, similar).map(({ topic, isSimilar }) => ({
            value: topic.id,
            label: preview(titleOfTopic(topic), 80),
            hint: hintOf(topic, columns, isSimilar),
            // A group's title may lack the words of its notes.
            keywords: topic.notes.map(({ content }) => content).join('\n'),
            icon: iconOf(topic, isSimilar),
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

function iconOf({ group }: ColumnTopic, isSimilar: boolean): ReactNode {
  if (isSimilar) return <Sparkles className="text-link" />;
  return group && <Layers className="text-soft" />;
}

function hintOf(topic: ColumnTopic, columns: readonly Column[], isSimilar: boolean): string {
  const { group, notes, column_id } = topic;
  return [
    ...(isSimilar ? ['Similar'] : []),
    ...(group ? [`Group of ${notes.length} notes`] : []),
    columnTitle(columns, column_id) ?? '',
  ].join(' · ');
}
