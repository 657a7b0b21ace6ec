import { Readable } from 'node:stream';

import { PersonalData } from '@wentwell/contract/personal-data';
import type { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { attachment } from '#server/platform/http/attachment';
import { callerOf } from '#server/platform/http/caller';
import { inTurns } from '#server/platform/http/request-limits';

import type { PersonalDataService } from './personal-data.service.ts';

// To the reader of the API an object, which the server sends in parts.
const exported: z.ZodType<PersonalData | Readable> = PersonalData;

export function personalDataRoutes(api: Api, personalData: PersonalDataService): void {
  api.get(
    '/me/export',
    {
      // It reads more than any page does.
      config: { requestCost: 10, isBatch: true },
      schema: {
        tags: ['Users'],
        operationId: 'exportMyData',
        summary: 'Take my data along',
        description:
          'All that is stored about the caller and from them, as a file: account, sessions, teams, what they wrote, voted and ' +
          'agreed to do, and what the audit log holds of them. What they deleted, and what they wrote in anonymous meetings, is not in it; of teams that they have left, ' +
          'neither names of meetings nor action items that were changed since they wrote them.',
        response: { 200: exported },
      },
    },
    async (request, reply) => {
      const parts = await inTurns(request, personalData.export(callerOf(request)));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', attachment('wentwell-my-data.json'))
        .send(Readable.from(parts));
    },
  );
}
