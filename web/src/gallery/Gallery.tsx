import type { ReactNode } from 'react';

import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { listThemes, setTheme, useTheme } from '#web/ui/theme';

import { cards } from './cards.tsx';

/**
 * `?theme=nord` shows one theme, `?card=forms` one card; by default all are shown side by side.
 * Popups are children of the body, so they have the page's theme, which the switch at the top sets.
 */
export function Gallery(): ReactNode {
  const asked = new URLSearchParams(location.search);
  const chosen = useTheme();
  const themes = listThemes().filter((theme) => (asked.get('theme') ?? theme.id) === theme.id);
  const shown = cards.filter((card) => (asked.get('card') ?? card.id) === card.id);
  return (
    <main>
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line bg-surface px-6 py-4">
        <h1>
          <Wordmark /> <span className="sr-only">Gallery</span>
        </h1>
        <RadioGroup
          label="Theme of the page and its popups"
          hideLabel
          choices={listThemes().map((theme) => ({ value: theme.id, label: theme.name }))}
          value={chosen}
          onValueChange={setTheme}
        />
      </header>
      <div className="grid grid-flow-row lg:auto-cols-fr lg:grid-flow-col">
        {themes.map((theme) => (
          <div
            key={theme.id}
            data-theme={theme.id}
            className="grid min-w-0 content-start gap-10 bg-canvas p-4 text-ink sm:p-8"
          >
            <p className="text-soft">
              <strong className="text-ink">{theme.name}</strong>, {theme.description}
            </p>
            {shown.map(({ id, title, Component }) => (
              <section key={id} className="grid min-w-0 gap-4">
                <h2 className="text-xs font-semibold text-muted">{title}</h2>
                <Component />
              </section>
            ))}
          </div>
        ))}
      </div>
    </main>
  );
}
