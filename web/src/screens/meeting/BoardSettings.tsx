// A board's settings in one dialog (docs/retro.md R-201): name, toggles, columns, and the team's templates.
import { useMutation, useQuery } from '@tanstack/react-query';
import { describeError } from '@wentwell/contract/errors';
import { limits } from '@wentwell/contract/limits';
import { isCarriedOver } from '@wentwell/contract/meetings/carry-over';
import type { MeetingUpdate } from '@wentwell/contract/meetings/meeting-changes';
import { type Meeting, MeetingName } from '@wentwell/contract/meetings/meetings';
import { areSameColumns, type Column } from '@wentwell/contract/notes/columns';
import type { Team } from '@wentwell/contract/teams/teams';
import { Columns3, LayoutTemplate, Settings2 } from 'lucide-react';
import { type ReactNode, useState, useId } from 'react';

import { errorText } from '#web/api/request';
import { CheckUpChoice } from '#web/features/check-in/CheckUpChoice.tsx';
import { putMeeting } from '#web/features/meetings/meetings.queries';
import {
  type SettingsChange,
  settingsMutation,
  useOptimisticToggle,
} from '#web/features/meetings/settings.queries';
import { ownTeamQuery } from '#web/features/teams/teams.queries';
import { ColumnsEditor } from '#web/features/templates/ColumnsEditor.tsx';
import { TemplateLibrary } from '#web/features/templates/TemplateLibrary.tsx';
import { VoteLimitsFields } from '#web/features/votes/VoteLimitsFields.tsx';
import { useShownBoard } from '#web/live/use-board';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { AppliedTextField } from '#web/ui/forms/AppliedTextField.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

import { useMeetingParts } from './meeting-parts.ts';

// For meetings with guests only.
const BoardLink = lazyPart(() => import('#web/features/guests/LinkDialog.tsx'), 'BoardLink');

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
  const columns = useMutation({
    mutationFn: (fields: MeetingUpdate) => putMeeting(meeting.id, fields),
  });
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
            content: <GeneralSettings team={team} hasNotes={hasNotes} />,
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
                    ? 'The board has notes. You can change columns, but not use a template.'
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

/** The meeting's name and board-wide settings, each saved immediately. */
function GeneralSettings(props: { team: Team | null; hasNotes: boolean }): ReactNode {
  const { team, hasNotes } = props;
  const { meeting } = useShownBoard();
  const { settings } = meeting;
  const { mutateAsync: save } = useMutation(settingsMutation(meeting.id));

  async function applyName(typed: string): Promise<string | null> {
    const { error } = MeetingName.safeParse(typed);
    if (error) return error.issues[0]?.message ?? null;
    return putMeeting(meeting.id, { name: typed }).then(() => null, errorText);
  }

  return (
    <div className="grid gap-5">
      <Part>
        <AppliedTextField
          label="Meeting name"
          maxLength={limits.meetingNameMax}
          value={meeting.name}
          onApply={applyName}
        />
        <Section title="Notes">
          <SettingChoice
            name="hide_notes"
            label="Hide notes until the reveal"
            hint="Until then, people see only their own notes. Turning this off reveals them all."
          />
          <SettingChoice
            name="anonymous"
            label="Anonymous notes"
            hint="Nobody can see who wrote a note. Decide before the first note."
            disabledReason={hasNotes ? describeError('ANONYMITY_FIXED').detail : undefined}
          />
          {settings.anonymous && (settings.ai_notes || team?.ai === true) && (
            <SettingChoice
              name="ai_notes"
              label="An AI summary may read the notes"
              hint="Without names, after the meeting. Everyone is told in Joining. Decide before the first note."
              disabledReason={
                hasNotes ? 'This can only be changed before the first note.' : undefined
              }
            />
          )}
        </Section>
        <Section title="Votes">
          <div className="max-w-80 pt-1">
            <VoteLimitsFields
              settings={settings}
              isVoting={meeting.phase === 'voting'}
              onSave={save}
            />
          </div>
        </Section>
        <Section title="Phases">
          <SettingChoice name="auto_advance" label="Advance when time is up" hint="For everyone" />
          <SettingChoice
            name="check_in"
            label="Check-in"
            hint="Asks in Joining how everyone feels, plus a question of the day."
          />
        </Section>
        <Section title="Check-up">
          <CheckUpChoice
            questions={settings.check_up}
            team={team}
            onSet={(check_up) => save({ check_up })}
          />
        </Section>
        <Section title="People">
          <SettingChoice
            name="guests"
            label="Guests"
            hint="People join by link, without an account. Earlier actions are hidden in Joining."
            disabledReason={
              team?.guests !== false || settings.guests
                ? undefined
                : 'Your team does not allow guests.'
            }
          />
          {settings.guests && <BoardLink kind="guest" />}
        </Section>
      </Part>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className="grid gap-1">
      <h3 className="text-sm font-semibold text-soft">{title}</h3>
      {children}
    </section>
  );
}

/** A refusal is shown below the toggle. */
function SettingChoice(props: {
  name: keyof SettingsChange;
  label: string;
  hint: string;
  disabledReason?: string | undefined;
}): ReactNode {
  const { name, label, hint, disabledReason } = props;
  const { id, settings, version } = useShownBoard().meeting;
  const { mutateAsync } = useMutation(settingsMutation(id));
  const { isOn, choose } = useOptimisticToggle({ isOn: settings[name] === true, version }, (next) =>
    mutateAsync({ [name]: next }),
  );
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();

  function set(next: boolean): void {
    setError(null);
    choose(next).catch((failure: unknown) => setError(errorText(failure)));
  }

  return (
    <div role="group" aria-describedby={error === null ? undefined : errorId}>
      <Checkbox
        label={label}
        hint={disabledReason ?? hint}
        disabled={disabledReason !== undefined}
        checked={isOn}
        onCheckedChange={set}
      />
      <div aria-live="polite">
        {error !== null && (
          <p id={errorId} className="pl-8 text-xs font-medium text-danger-text">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
