// Inputs that create a team. Pages that only show teams do not load this file.
import { z } from 'zod';

import { limits } from '../limits.ts';
import { withoutLinks } from '../text/links-in-names.ts';
import { optionalText, requiredText, withReadableText } from '../text/text.ts';

export const TeamName = withoutLinks(
  withReadableText(requiredText(limits.teamNameMax, 'Please enter a team name.'), 'A team name'),
  'A team name',
);

export const TeamInput = z
  .object({
    name: TeamName,
    description: optionalText(limits.teamDescriptionMax).default(''),
  })
  .meta({ examples: [{ name: 'Rocket', description: '' }] });
export type TeamInput = z.infer<typeof TeamInput>;
