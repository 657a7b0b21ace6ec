// Choice of a meeting's check-up questions: none, built-in, or the team's.
import { builtInQuestions } from '@wentwell/contract/check-in/check-up';
import { type ReactNode, useState } from 'react';

import { errorText } from '#web/api/request';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

type Pack = 'off' | 'built-in' | 'team' | 'other';

export function CheckUpChoice(props: {
  questions: readonly string[];
  /** Null while loading. */
  team: { name: string; check_up: readonly string[] } | null;
  /** Rejects if the server refuses. */
  onSet: (questions: string[]) => Promise<unknown>;
}): ReactNode {
  const { questions, team, onSet } = props;
  const [error, setError] = useState<string>();
  const own = team?.check_up ?? [];
  const packs: Record<Pack, readonly string[]> = {
    off: [],
    'built-in': builtInQuestions,
    team: own,
    other: questions,
  };
  const isSame = (pack: Pack) => JSON.stringify(packs[pack]) === JSON.stringify(questions);
  const chosen = (['off', 'built-in', 'team'] as const).find(isSame) ?? 'other';

  function set(pack: Pack): void {
    setError(undefined);
    onSet([...packs[pack]]).catch((failure: unknown) => setError(errorText(failure)));
  }

  return (
    <div className="grid max-w-120 gap-3 pt-1">
      <SelectField
        label="Questions"
        hint={
          own.length === 0
            ? 'Asked in Joining. Team admins can write their own: “Manage Teams”, then “Rename Team”.'
            : 'Asked in Joining. Nobody sees who said what.'
        }
        error={error}
        value={chosen}
        onValueChange={set}
        options={[
          { value: 'off', label: 'No check-up' },
          { value: 'built-in', label: `Built-in: ${builtInQuestions.length} questions` },
          ...(own.length > 0
            ? [{ value: 'team' as const, label: `${team?.name}: own questions` }]
            : []),
          ...(chosen === 'other'
            ? [{ value: 'other' as const, label: "This meeting's own questions" }]
            : []),
        ]}
      />
      {questions.length > 0 && (
        <ol className="grid list-decimal gap-1 pl-6 text-sm text-soft">
          {questions.map((question) => (
            <li key={question} className="wrap-anywhere">
              {question}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
