import { GroupId, type NoteId } from '@wentwell/contract/ids';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';

import { randomId } from '#web/api/random-ids';
import { groupCommands } from '#web/features/groups/group-commands';
import { useUndoHistory } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';

import { useMeetingParts } from './meeting-parts.ts';

// Only for leads, in phases that group.
const GroupSuggestionsDialog = lazyPart(
  () => import('#web/features/suggestions/GroupSuggestionsDialog.tsx'),
  'GroupSuggestionsDialog',
);

/** The lead's button, its palette command, and their dialog. */
export function GroupSuggestions(): ReactNode {
  const { meeting } = useMeetingParts().board;
  const history = useUndoHistory();
  const [isOpen, setOpen] = useState(false);
  useCommands([
    {
      id: 'suggest-groups',
      isInMenu: true,
      group: 'Meeting',
      label: 'Suggest groups',
      icon: <Sparkles />,
      keywords: ['similar', 'cluster', 'group'],
      run: () => setOpen(true),
    },
  ]);
  const commands = useMemo(() => groupCommands({ meetingId: meeting.id }), [meeting.id]);

  /** Uses the command of a drop on a card. */
  function accept(lists: readonly (readonly NoteId[])[]) {
    const made = lists.map((note_ids) => ({
      act: 'create' as const,
      id: GroupId.parse(randomId()),
      note_ids: [...note_ids],
    }));
    const undo = history.runAll(
      made.map((intent) => commands.create(intent)),
      {
        title: made.length === 1 ? 'Notes grouped' : `${made.length} groups made`,
        undoneTitle: 'Grouping undone',
      },
    );
    return { groupIds: made.map(({ id }) => id), undo };
  }

  return (
    <>
      <Button size="sm" variant="ghost" icon={<Sparkles />} onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">Suggest groups</span>
      </Button>
      {/* Each opening sends a new request. */}
      {isOpen && <GroupSuggestionsDialog onAccept={accept} onClose={() => setOpen(false)} />}
    </>
  );
}
