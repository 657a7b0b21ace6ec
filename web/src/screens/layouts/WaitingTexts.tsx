import { UserId } from '@wentwell/contract/ids';
import { type ReactNode, use, useState } from 'react';
import { z } from 'zod';

import { readStored, restoreStored, storageKeys } from '#web/browser-storage';
import { commandsOf } from '#web/live/command-store';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { WaitingMark } from '#web/ui/feedback/WaitingMark.tsx';

/** The user's unsent texts in this browser, shown while the site is down. */
export function WaitingTexts(): ReactNode {
  const [texts] = useState(() => restoreStored().then(readTexts));
  const shown = use(texts);
  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Waiting to be sent"
      className="mx-auto grid w-full max-w-md gap-2 px-6 pb-10"
    >
      <p className="text-center text-soft">Kept in this browser, and sent when the site is back:</p>
      <ul className="grid gap-2">
        {shown.map(({ key, text }) => (
          <Part key={key}>
            <li className="grid gap-1 rounded-md border border-dashed border-line bg-card px-4 py-3 wrap-anywhere whitespace-pre-wrap">
              {text}
              <WaitingMark />
            </li>
          </Part>
        ))}
      </ul>
    </section>
  );
}

const Written = z.object({ content: z.string().optional(), text: z.string().optional() });

function readTexts() {
  const user = UserId.safeParse(readStored(storageKeys.user)).data;
  const commands = user === undefined ? [] : commandsOf(user);
  return commands.flatMap(({ key, input }) => {
    const { content: written, text = written } = Written.safeParse(input).data ?? {};
    return text === undefined ? [] : [{ key, text }];
  });
}
