import type { Meeting } from '@wentwell/contract/meetings';
import { useState } from 'react';

interface Choice {
  isOn: boolean;
  /** The version of the meeting that has it; none: the answer is still to come. */
  setAs?: number;
}

/** A setting as its owner chose it, shown until the board has the version that came of it. */
export function useChosen(
  meeting: { isOn: boolean; version: number },
  /** Resolves to the meeting that has it; rejects where the server refuses. */
  set: (isOn: boolean) => Promise<Pick<Meeting, 'version'>>,
): { isOn: boolean; choose: (isOn: boolean) => Promise<void> } {
  const [choice, setChoice] = useState<Choice | null>(null);

  async function choose(isOn: boolean): Promise<void> {
    const chosen: Choice = { isOn };
    let settled: Choice | null = null;
    setChoice(chosen);
    try {
      settled = { isOn, setAs: (await set(isOn)).version };
    } finally {
      // A later choice has its own answer to wait for.
      setChoice((current) => (current === chosen ? settled : current));
    }
  }

  const isAhead = choice !== null && (choice.setAs ?? Infinity) > meeting.version;
  return { isOn: isAhead ? choice.isOn : meeting.isOn, choose };
}
