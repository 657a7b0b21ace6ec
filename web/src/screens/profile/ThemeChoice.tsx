import { useId, type ReactNode } from 'react';

import { useChooseTheme } from '#web/features/auth/own-theme';
import { listThemes, useTheme } from '#web/ui/theme';

const tones = ['success', 'warning', 'accent'];

/** Every theme as a small board of its own colors. */
export function ThemeChoice(): ReactNode {
  const name = useId();
  const theme = useTheme();
  const choose = useChooseTheme();
  const themes = listThemes();
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Theme</legend>
      <div className="grid grid-cols-5 gap-2">
        {themes.map((each) => (
          <label
            key={each.id}
            data-theme={each.id}
            title={each.name}
            className="grid h-11 cursor-pointer grid-flow-col place-content-center gap-1.5 rounded-md border border-control bg-canvas has-checked:outline-2 has-checked:outline-offset-2 has-checked:outline-focus has-focus-visible:outline-4 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={each.name}
              checked={each.id === theme}
              onChange={() => choose(each.id)}
            />
            {tones.map((tone) => (
              <span key={tone} data-tone={tone} className="size-3.5 rounded-sm bg-(--paper-back)" />
            ))}
          </label>
        ))}
      </div>
      <p className="text-soft">{themes.find(({ id }) => id === theme)?.name}</p>
    </fieldset>
  );
}
