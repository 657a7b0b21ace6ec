// The templates that every team has. Their ids are fixed: a meeting is created with one of them.
import { type Column, defaultColumns } from './columns.ts';
import { TemplateId } from './ids.ts';
import type { Template } from './templates.ts';

/** `number` goes into the id: it belongs to this template for ever. */
function builtIn(number: number, name: string, columns: Column[]): Template {
  return {
    id: TemplateId.parse(`5e7e7000-0000-8000-8000-${String(number).padStart(12, '0')}`),
    team_id: null,
    name,
    columns,
    settings: {},
    built_in: true,
    created_by: null,
    created_at: null,
    updated_at: null,
    version: 1,
  };
}

/** In the order in which they are offered; the first is what a team starts with. */
export const builtInTemplates: readonly Template[] = [
  builtIn(1, 'Classic', defaultColumns),
  builtIn(2, 'Start, Stop, Continue', [
    {
      id: 'start',
      title: 'Start',
      prompt: 'What should we begin to do?',
      tone: 'success',
      kind: 'notes',
      icon: 'play',
    },
    {
      id: 'stop',
      title: 'Stop',
      prompt: 'What should we no longer do?',
      tone: 'danger',
      kind: 'notes',
      icon: 'stop',
    },
    {
      id: 'continue',
      title: 'Continue',
      prompt: 'What works and should stay?',
      tone: 'info',
      kind: 'notes',
      icon: 'repeat',
    },
  ]),
  builtIn(3, 'Mad, Sad, Glad', [
    {
      id: 'mad',
      title: 'Mad',
      prompt: 'What made you angry?',
      tone: 'danger',
      kind: 'notes',
      icon: 'angry',
    },
    {
      id: 'sad',
      title: 'Sad',
      prompt: 'What let you down?',
      tone: 'info',
      kind: 'notes',
      icon: 'frown',
    },
    {
      id: 'glad',
      title: 'Glad',
      prompt: 'What made you happy?',
      tone: 'success',
      kind: 'notes',
      icon: 'smile',
    },
  ]),
  builtIn(4, '4 Ls', [
    {
      id: 'liked',
      title: 'Liked',
      prompt: 'What did you enjoy?',
      tone: 'success',
      kind: 'notes',
      icon: 'heart',
    },
    {
      id: 'learned',
      title: 'Learned',
      prompt: 'What do you know now that you did not know before?',
      tone: 'info',
      kind: 'notes',
      icon: 'book',
    },
    {
      id: 'lacked',
      title: 'Lacked',
      prompt: 'What was missing?',
      tone: 'warning',
      kind: 'notes',
      icon: 'search',
    },
    {
      id: 'longed_for',
      title: 'Longed for',
      prompt: 'What do you wish we had?',
      tone: 'accent',
      kind: 'notes',
      icon: 'star',
    },
  ]),
  builtIn(5, 'Sailboat', [
    {
      id: 'wind',
      title: 'Wind',
      prompt: 'What pushes us forward?',
      tone: 'success',
      kind: 'notes',
      icon: 'wind',
    },
    {
      id: 'anchors',
      title: 'Anchors',
      prompt: 'What holds us back?',
      tone: 'danger',
      kind: 'notes',
      icon: 'anchor',
    },
    {
      id: 'rocks',
      title: 'Rocks',
      prompt: 'Which risks lie ahead?',
      tone: 'warning',
      kind: 'notes',
      icon: 'warning',
    },
    {
      id: 'island',
      title: 'Island',
      prompt: 'Where do we want to arrive?',
      tone: 'info',
      kind: 'notes',
      icon: 'flag',
    },
  ]),
  builtIn(6, 'KALM', [
    {
      id: 'keep',
      title: 'Keep',
      prompt: 'What is good as it is?',
      tone: 'success',
      kind: 'notes',
      icon: 'heart',
    },
    {
      id: 'add',
      title: 'Add',
      prompt: 'What should we try?',
      tone: 'accent',
      kind: 'notes',
      icon: 'plus',
    },
    {
      id: 'less',
      title: 'Less',
      prompt: 'What should we do less of?',
      tone: 'warning',
      kind: 'notes',
      icon: 'minus',
    },
    {
      id: 'more',
      title: 'More',
      prompt: 'What should we do more of?',
      tone: 'info',
      kind: 'notes',
      icon: 'trending_up',
    },
  ]),
  builtIn(7, 'Lean Coffee', [
    {
      id: 'topics',
      title: 'Topics',
      prompt: 'What do you want to talk about?',
      tone: 'accent',
      kind: 'notes',
      icon: 'coffee',
    },
    {
      id: 'takeaways',
      title: 'Takeaways',
      prompt: 'What do we take from it?',
      tone: 'success',
      kind: 'actions',
      icon: 'checklist',
    },
  ]),
  builtIn(8, 'Starfish', [
    {
      id: 'start',
      title: 'Start',
      prompt: 'What should we begin to do?',
      tone: 'success',
      kind: 'notes',
      icon: 'play',
    },
    {
      id: 'more',
      title: 'More of',
      prompt: 'What should we do more of?',
      tone: 'info',
      kind: 'notes',
      icon: 'trending_up',
    },
    {
      id: 'keep',
      title: 'Keep',
      prompt: 'What is good as it is?',
      tone: 'accent',
      kind: 'notes',
      icon: 'repeat',
    },
    {
      id: 'less',
      title: 'Less of',
      prompt: 'What should we do less of?',
      tone: 'warning',
      kind: 'notes',
      icon: 'minus',
    },
    {
      id: 'stop',
      title: 'Stop',
      prompt: 'What should we no longer do?',
      tone: 'danger',
      kind: 'notes',
      icon: 'stop',
    },
  ]),
  builtIn(9, 'Free board', [
    {
      id: 'notes',
      title: 'Notes',
      prompt: 'What is on your mind?',
      tone: 'neutral',
      kind: 'notes',
      icon: 'note',
    },
  ]),
];

export function findBuiltInTemplate(id: TemplateId): Template | undefined {
  return builtInTemplates.find((template) => template.id === id);
}
