import type { Board } from '@wentwell/contract/board';
import { presentName } from '@wentwell/contract/live';
import type { ReactNode } from 'react';

import { EndPeople, EndSheets, EndSummary } from '#web/features/report/EndScene.tsx';

import { More, PageFoot, useFit } from './Paged.tsx';
import { Promises } from './Promises.tsx';
import { type Stage, StageHead } from './StageHead.tsx';

/** The action items before the end. */
export function Closing({ stage }: { stage: Stage }): ReactNode {
  const { around, ...fit } = useFit();
  const { actions } = stage.board;
  return (
    <>
      <StageHead stage={stage} />
      <main
        ref={around}
        id="main"
        tabIndex={-1}
        className="watch-closing relative flex flex-col justify-center min-h-0 outline-none"
      >
        <h2 className="font-bold">{actions.length === 0 ? 'No action items' : 'Action items'}</h2>
        {actions.length > 0 && <Promises stage={stage} actions={actions} />}
      </main>
      <PageFoot {...fit} />
    </>
  );
}

export function Ending(props: { stage: Stage; people: Board['presence'] }): ReactNode {
  const { stage, people } = props;
  const { board } = stage;
  const { around, more } = useFit();
  return (
    <main
      ref={around}
      id="main"
      tabIndex={-1}
      className="watch-end relative flex flex-col items-center justify-center min-h-0 outline-none"
    >
      <EndSheets columns={board.meeting.columns} />
      <EndPeople people={people.map((entry) => ({ id: entry.userId, name: presentName(entry) }))} />
      <h1 className="end-title relative">
        Done.<span className="sr-only"> {board.meeting.name}</span>
      </h1>
      <EndSummary id="end-sum" board={board} />
      {board.actions.length > 0 && <Promises stage={stage} actions={board.actions} />}
      <More count={more[0]} />
    </main>
  );
}

export function Planned({ stage }: { stage: Stage }): ReactNode {
  return (
    <>
      <StageHead stage={stage} />
      <main id="main" tabIndex={-1} className="relative flex flex-col min-h-0 outline-none">
        <p className="watch-asked font-bold">The meeting has not started yet.</p>
      </main>
    </>
  );
}
