import { countText } from '@wentwell/contract/meeting-report';
import type { ReactNode } from 'react';

import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { QrCode } from '#web/ui/identity/QrCode.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';

import { More, Paged, useFit } from './Paged.tsx';
import { presentOn, Seats } from './Seats.tsx';
import { Signs, type Stage } from './StageHead.tsx';

/** A QR code for phones in the room, and who has joined. */
export function Joining({ stage }: { stage: Stage }): ReactNode {
  const { board } = stage;
  const { meeting, check_in: checkIn } = board;
  const { around, more } = useFit();
  const here = presentOn(board);
  const isAsked = meeting.settings.check_in && !checkIn.question_hidden;
  const question = isAsked ? checkIn.question : null;
  const address = `/meetings/${meeting.id}`;
  return (
    <>
      <header className="watch-head text-soft">
        <Wordmark size="lg" />
        <Signs stage={stage} />
        <p className="ml-auto">{countText(here.length, 'person', 'people')} present</p>
      </header>
      <main
        ref={around}
        id="main"
        tabIndex={-1}
        className="watch-join relative grid min-h-0 outline-none"
      >
        <div className="watch-code paper">
          <Part>
            <QrCode text={location.origin + address} label="QR code of the meeting’s link" />
          </Part>
        </div>
        <div className="watch-way flex h-full min-h-0 flex-col justify-center">
          <SmallPart>
            <h1 className="line-clamp-2 shrink-0" title={meeting.name}>
              {meeting.name}
            </h1>
            <p className="watch-address shrink-0 font-bold text-link">{location.host}</p>
          </SmallPart>
          <Paged>
            <Seats people={here} label="People present" />
          </Paged>
          <More count={more[0]} />
        </div>
      </main>
      <footer className="watch-question">
        {question !== null && (
          <Part>
            <p className="text-soft">Question of the day</p>
            <p className="watch-asked font-bold">{question}</p>
          </Part>
        )}
      </footer>
    </>
  );
}
