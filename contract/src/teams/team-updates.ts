// Inputs that change a team. Pages only use the type.
import { z } from 'zod';

import { limits } from '../limits.ts';
import { CheckUpQuestions } from '../meetings/meeting-changes.ts';
import { optionalText } from '../text/text.ts';
import { TeamName } from './team-input.ts';
import { TeamLanguage } from './team-languages.ts';

export const TeamUpdate = z
  .object({
    name: TeamName.optional(),
    description: optionalText(limits.teamDescriptionMax).optional(),
    recognition: z.boolean().optional(),
    ai: z.boolean().optional(),
    guests: z.boolean().optional(),
    language: TeamLanguage.nullable().optional(),
    check_up: CheckUpQuestions.optional(),
  })
  .meta({ examples: [{ name: 'Comet' }] });
export type TeamUpdate = z.infer<typeof TeamUpdate>;
