import { describeError } from '@wentwell/contract/errors';
import { limits } from '@wentwell/contract/limits';
import type { MeetingSettings } from '@wentwell/contract/meetings';
import { type FormEvent, type ReactNode, useState } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

export type VoteLimits = Pick<MeetingSettings, 'votes_per_person' | 'votes_per_topic'>;

const notInRange = `Enter a whole number from 1 to ${limits.votesPerPersonMax}.`;

function numberIn(typed: string): number | null {
  const number = Number(typed);
  return Number.isInteger(number) && number >= 1 && number <= limits.votesPerPersonMax
    ? number
    : null;
}

/** Who leads sets how many votes there are (docs/retro.md R-102). What the server refuses stays to be mended. */
export function VoteLimitsForm(props: {
  settings: VoteLimits;
  /** Rejects where the server refuses. */
  onSave: (change: VoteLimits) => Promise<unknown>;
  /** After the server has taken them. */
  onSaved?: (form: HTMLFormElement) => void;
}): ReactNode {
  const { settings, onSave, onSaved } = props;
  const [perPerson, setPerPerson] = useState(String(settings.votes_per_person));
  const [perTopic, setPerTopic] = useState(String(settings.votes_per_topic));
  const [errors, setErrors] = useState<{ person?: string; topic?: string }>({});
  const [isBusy, setBusy] = useState(false);

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const person = numberIn(perPerson);
    const topic = numberIn(perTopic);
    if (person === null || topic === null) {
      setErrors({
        ...(person === null && { person: notInRange }),
        ...(topic === null && { topic: notInRange }),
      });
      return;
    }
    if (topic > person) return setErrors({ topic: describeError('VOTES_LIMITS').detail });
    setErrors({});
    setBusy(true);
    try {
      await onSave({ votes_per_person: person, votes_per_topic: topic });
      onSaved?.(form);
    } catch (error) {
      setErrors({ person: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid grid-cols-2 items-start gap-3"
    >
      <TextField
        label="Votes per person"
        inputMode="numeric"
        autoComplete="off"
        value={perPerson}
        error={errors.person}
        onChange={(event) => setPerPerson(event.target.value)}
      />
      <TextField
        label="Most per topic"
        inputMode="numeric"
        autoComplete="off"
        value={perTopic}
        error={errors.topic}
        onChange={(event) => setPerTopic(event.target.value)}
      />
      <span className="col-span-full grid">
        <Button type="submit" variant="primary" busy={isBusy}>
          Save
        </Button>
      </span>
    </form>
  );
}
