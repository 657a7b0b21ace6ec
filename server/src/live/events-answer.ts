import { EventsPage } from '@wentwell/contract/live/live';

import { encodedBy } from '#server/platform/http/answers';

const Head = EventsPage.omit({ events: true });

/** Sends pages of history as the log stored them. Validating them again took a third of the time. */
export const eventsEncoding = encodedBy(({ events, ...head }: EventsPage) => {
  return JSON.stringify({ ...Head.parse(head), events });
});
