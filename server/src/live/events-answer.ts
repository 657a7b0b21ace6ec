// Sends pages of history as the log stored them. Validating them again took a third of the time.
import { EventsPage } from '@wentwell/contract/live/live';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { answerSerializer } from '#server/platform/http/answers';

const Head = EventsPage.omit({ events: true });

function encodePage({ events, ...head }: EventsPage): string {
  return JSON.stringify({ ...Head.parse(head), events });
}

export function eventsSerializer(
  log: Pick<BaseLogger, 'error'>,
): FastifySerializerCompiler<unknown> {
  const other = answerSerializer(log);
  return ({ schema, ...route }) => {
    if (schema === EventsPage) return encodePage;
    if (!(schema instanceof z.ZodType)) throw new Error('an answer of a history without a schema');
    return other({ ...route, schema });
  };
}
