// Built-in templates of all teams. Their ids are fixed, because API clients create meetings with them.
import { TemplateId } from '../ids.ts';
import {
  type ColumnIcon,
  type ColumnKind,
  type ColumnTone,
  defaultColumns,
} from '../notes/columns.ts';
import type { Template } from './templates.ts';

type ColumnRow = [
  id: string,
  title: string,
  prompt: string,
  tone: ColumnTone,
  icon: ColumnIcon,
  kind?: ColumnKind,
];

/** `number` is part of the id and must never be reused. */
function builtIn(number: number, name: string, columns: ColumnRow[]): Template {
  return {
    id: TemplateId.parse(`5e7e7000-0000-8000-8000-${String(number).padStart(12, '0')}`),
    team_id: null,
    name,
    columns: columns.map(([id, title, prompt, tone, icon, kind = 'notes']) => ({
      id,
      title,
      prompt,
      tone,
      kind,
      icon,
    })),
    settings: {},
    built_in: true,
    created_by: null,
    created_at: null,
    updated_at: null,
    version: 1,
  };
}

/** In display order. The first is the default. */
export const builtInTemplates: readonly Template[] = [
  { ...builtIn(1, 'Classic', []), columns: defaultColumns },
  builtIn(2, 'Start, Stop, Continue', [
    ['start', 'Start', 'What should we start doing?', 'success', 'play'],
    ['stop', 'Stop', 'What should we stop doing?', 'danger', 'stop'],
    ['continue', 'Continue', 'What should we keep doing?', 'info', 'repeat'],
  ]),
  builtIn(3, 'Mad, Sad, Glad', [
    ['mad', 'Mad', 'What made you angry?', 'danger', 'angry'],
    ['sad', 'Sad', 'What let you down?', 'info', 'frown'],
    ['glad', 'Glad', 'What made you happy?', 'success', 'smile'],
  ]),
  builtIn(4, '4 Ls', [
    ['liked', 'Liked', 'What did you enjoy?', 'success', 'heart'],
    ['learned', 'Learned', 'What do you know now that you did not know before?', 'info', 'book'],
    ['lacked', 'Lacked', 'What was missing?', 'warning', 'search'],
    ['longed_for', 'Longed for', 'What do you wish we had?', 'accent', 'star'],
  ]),
  builtIn(5, 'Sailboat', [
    ['wind', 'Wind', 'What pushes us forward?', 'success', 'wind'],
    ['anchors', 'Anchors', 'What holds us back?', 'danger', 'anchor'],
    ['rocks', 'Rocks', 'What risks lie ahead?', 'warning', 'warning'],
    ['island', 'Island', 'Where do we want to go?', 'info', 'flag'],
  ]),
  builtIn(6, 'KALM', [
    ['keep', 'Keep', 'What is good as it is?', 'success', 'heart'],
    ['add', 'Add', 'What should we try?', 'accent', 'plus'],
    ['less', 'Less', 'What should we do less of?', 'warning', 'minus'],
    ['more', 'More', 'What should we do more of?', 'info', 'trending_up'],
  ]),
  builtIn(7, 'Lean Coffee', [
    ['topics', 'Topics', 'What do you want to talk about?', 'accent', 'coffee'],
    ['takeaways', 'Takeaways', 'What are our takeaways?', 'success', 'checklist', 'actions'],
  ]),
  builtIn(8, 'Starfish', [
    ['start', 'Start', 'What should we start doing?', 'success', 'play'],
    ['more', 'More of', 'What should we do more of?', 'info', 'trending_up'],
    ['keep', 'Keep', 'What is good as it is?', 'accent', 'repeat'],
    ['less', 'Less of', 'What should we do less of?', 'warning', 'minus'],
    ['stop', 'Stop', 'What should we stop doing?', 'danger', 'stop'],
  ]),
  builtIn(9, 'Free board', [['notes', 'Notes', 'What is on your mind?', 'neutral', 'note']]),
];

export function findBuiltInTemplate(id: TemplateId): Template | undefined {
  return builtInTemplates.find((template) => template.id === id);
}
