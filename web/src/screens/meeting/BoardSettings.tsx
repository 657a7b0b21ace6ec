// A board's settings in one dialog (docs/retro.md R-201): name, toggles, columns, and the team's templates.
import { useMutation, useQuery } from '@tanstack/react-query';
import { isCarriedOver } from '@wentwell/contract/meetings/carry-over';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { areSameColumns, type Column } from '@wentwell/contract/notes/columns';
import { Columns3, LayoutTemplate, Settings2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { CheckUpChoice } from '#web/features/check-in/CheckUpChoice.tsx';
import { BoardSettingsForm } from '#web/features/meetings/BoardSettingsForm.tsx';
import {
  type SettingsChange,
  columnsMutation,
  nameMutation,
  settingsMutation,
} from '#web/features/meetings/settings.queries';
import { ownTeamQuery } from '#web/features/teams/teams.queries';
import { ColumnsEditor } from '#web/features/templates/ColumnsEditor.tsx';
import { TemplateLibrary } from '#web/features/templates/TemplateLibrary.tsx';
import { VoteLimitsFields } from '#web/features/votes/VoteLimitsFields.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

import { useMeetingParts } from './meeting-parts.ts';

/** Edited columns, with the settings of their template. */
interface ColumnsDraft {
  columns: readonly Column[];
  /** The board's columns and version when editing began. */
  before: Pick<Meeting, 'columns' | 'version'>;
  settings?: SettingsChange;
  /** Version of the meeting that has the columns; they are shown until the board reaches it. */
  savedAs?: number;
}

/** Stays mounted while closed, to keep unsaved columns. */
export function BoardSettings(props: { open: boolean; onClose: () => void }): ReactNode {
  const { open, onClose } = props;
  const { board, who } = useMeetingParts();
  const { meeting, notes } = board;
  const settings = useMutation(settingsMutation(meeting.id));
  const name = useMutation(nameMutation(meeting.id));
  const columns = useMutation(columnsMutation(meeting.id));
  const team = useQuery({ ...ownTeamQuery(meeting.team_id), enabled: open }).data ?? null;
  const [tab, setTab] = useState('settings');
  const [draft, setDraft] = useState<ColumnsDraft | null>(null);
  const isShown = draft !== null && (draft.savedAs ?? Infinity) > meeting.version;
  // Topics carried over do not count (docs/retro.md R-171) unless somebody has grouped them.
  const written = notes.filter(
    ({ id, group_id }) => !isCarriedOver(id) || (group_id !== null && !isCarriedOver(group_id)),
  );
  const hasNotes = written.length > 0;

  async function saveColumns(): Promise<void> {
    if (!draft) return;
    const saved = await columns.mutateAsync({
      columns: [...draft.columns],
      columns_before: [...draft.before.columns],
      ...(draft.settings && { settings: draft.settings }),
    });
    // Edits made meanwhile stay unsaved.
    setDraft(
      (now) => now && { ...now, before: saved, ...(now === draft && { savedAs: saved.version }) },
    );
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Board settings"
      description="Changes apply to everyone."
      size="lg"
      busy={columns.isPending}
    >
      <Tabs
        label="Board settings"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'settings',
            label: 'Settings',
            icon: <Settings2 />,
            content: (
              <BoardSettingsForm
                meeting={meeting}
                hasNotes={hasNotes}
                teamAllowsGuests={team?.guests !== false}
                hasAi={team?.ai === true}
                onRename={name.mutateAsync}
                onSave={settings.mutateAsync}
                checkUp={
                  <CheckUpChoice
                    questions={meeting.settings.check_up}
                    team={team}
                    onSet={(check_up) => settings.mutateAsync({ check_up })}
                  />
                }
              >
                <div className="max-w-80 pt-1">
                  <VoteLimitsFields
                    settings={meeting.settings}
                    isVoting={meeting.phase === 'voting'}
                    onSave={settings.mutateAsync}
                  />
                </div>
              </BoardSettingsForm>
            ),
          },
          {
            value: 'columns',
            label: 'Columns',
            icon: <Columns3 />,
            content: (
              <ColumnsEditor
                saved={meeting.columns}
                draft={isShown ? draft.columns : meeting.columns}
                isChanged={isShown && draft.savedAs === undefined}
                used={new Set(written.map(({ note_type }) => note_type))}
                onDraft={(next) =>
                  setDraft({
                    columns: next,
                    before: isShown ? draft.before : meeting,
                    ...(isShown && draft.settings && { settings: draft.settings }),
                  })
                }
                isOutdated={
                  isShown &&
                  meeting.version > draft.before.version &&
                  !areSameColumns(draft.before.columns, meeting.columns)
                }
                onDiscard={() => setDraft(null)}
                onSave={saveColumns}
              />
            ),
          },
          {
            value: 'templates',
            label: 'Templates',
            icon: <LayoutTemplate />,
            content: (
              <TemplateLibrary
                teamId={meeting.team_id}
                who={who}
                current={{ columns: meeting.columns, settings: meeting.settings }}
                whyNotUse={
                  hasNotes
                    ? 'The board has notes, so you can change columns, but not use a template.'
                    : undefined
                }
                onUse={(template) => {
                  const { columns: chosen, settings: its } = template;
                  setDraft({ columns: chosen, before: meeting, settings: its });
                  setTab('columns');
                }}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
