import { describeError } from '@wentwell/contract/errors';
import { limits } from '@wentwell/contract/limits';
import { type Meeting, MeetingName } from '@wentwell/contract/meetings/meetings';
import { type ReactNode, useId, useState } from 'react';

import { errorText } from '#web/api/request';
import { AppliedTextField } from '#web/ui/forms/AppliedTextField.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

import type { SettingsChange } from './settings.queries.ts';
import { useOptimisticToggle } from './use-optimistic-toggle.ts';

/** A toggle that is saved immediately. A refusal is shown below it. */
function SettingChoice(props: {
  label: string;
  hint: string;
  isOn: boolean;
  version: number;
  disabledReason?: string | undefined;
  /** Resolves to the changed meeting; rejects if the server refuses. */
  onSet: (isOn: boolean) => Promise<{ version: number }>;
}): ReactNode {
  const { label, hint, disabledReason, onSet } = props;
  const { isOn, choose } = useOptimisticToggle(props, onSet);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();

  async function set(next: boolean): Promise<void> {
    setError(null);
    try {
      await choose(next);
    } catch (failure) {
      setError(errorText(failure));
    }
  }

  return (
    <div role="group" aria-describedby={error === null ? undefined : errorId}>
      <Checkbox
        label={label}
        hint={disabledReason ?? hint}
        disabled={disabledReason !== undefined}
        checked={isOn}
        onCheckedChange={(next) => void set(next)}
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

/** The meeting's name and board-wide toggles, each saved immediately. */
export function BoardSettingsForm(props: {
  meeting: Meeting;
  hasNotes: boolean;
  teamAllowsGuests: boolean;
  hasAi: boolean;
  /** Rejects if the server refuses. */
  onRename: (name: string) => Promise<unknown>;
  /** Resolves to the changed meeting; rejects if the server refuses. */
  onSave: (change: SettingsChange) => Promise<Pick<Meeting, 'version'>>;
  checkUp: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { meeting, hasNotes, teamAllowsGuests, hasAi, onRename, onSave, checkUp, children } = props;
  const { settings, version } = meeting;

  function switchOf(
    key: 'hide_notes' | 'anonymous' | 'ai_notes' | 'auto_advance' | 'check_in' | 'guests',
  ) {
    const onSet = (isOn: boolean) => onSave({ [key]: isOn });
    return { isOn: settings[key], version, onSet };
  }

  async function rename(typed: string): Promise<string | null> {
    const { error } = MeetingName.safeParse(typed);
    if (error) return error.issues[0]?.message ?? null;
    try {
      await onRename(typed);
      return null;
    } catch (failure) {
      return errorText(failure);
    }
  }

  return (
    <div className="grid gap-5">
      <AppliedTextField
        label="Meeting name"
        maxLength={limits.meetingNameMax}
        value={meeting.name}
        onApply={rename}
      />
      <Section title="Notes">
        <SettingChoice
          label="Hide notes until the reveal"
          hint="Until then, people see only their own notes. Turning this off reveals them all."
          {...switchOf('hide_notes')}
        />
        <SettingChoice
          label="Anonymous notes"
          hint="Nobody can see who wrote a note. Decide before the first note."
          {...switchOf('anonymous')}
          disabledReason={hasNotes ? describeError('ANONYMITY_FIXED').detail : undefined}
        />
        {settings.anonymous && (settings.ai_notes || hasAi) && (
          <SettingChoice
            label="An AI summary may read the notes"
            hint="Without names, after the end. Joining tells everyone. Decide before the first note."
            {...switchOf('ai_notes')}
            disabledReason={
              hasNotes ? 'This is decided before the first note, and stays.' : undefined
            }
          />
        )}
      </Section>
      <Section title="Votes">{children}</Section>
      <Section title="Phases">
        <SettingChoice
          label="Next phase when the time is up"
          hint="For everyone"
          {...switchOf('auto_advance')}
        />
        <SettingChoice
          label="Check-in"
          hint="Joining asks how everyone feels, and a question of the day."
          {...switchOf('check_in')}
        />
      </Section>
      <Section title="Check-up">{checkUp}</Section>
      <Section title="People">
        <SettingChoice
          label="Guests"
          hint="People join by a link, without an account. Joining hides earlier actions."
          {...switchOf('guests')}
          disabledReason={
            teamAllowsGuests || settings.guests ? undefined : 'Your team does not allow guests.'
          }
        />
      </Section>
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
