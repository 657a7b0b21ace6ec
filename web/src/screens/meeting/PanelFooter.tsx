import type { Meeting } from '@wentwell/contract/meetings';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { SendFloating } from '#web/features/floating/SendFloating.tsx';
import { ExportMenu } from '#web/features/report/ExportMenu.tsx';
import { ScreensWatching } from '#web/features/spectators/ScreensWatching.tsx';
import type { BoardClient } from '#web/live/board-client';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';

import type { Density } from './MeetingFrame.tsx';

const choices = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

function DensityChoice(props: {
  density: Density;
  onChoose: (density: Density) => void;
}): ReactNode {
  return (
    <RadioGroup
      label="Density of cards"
      hideLabel
      choices={choices}
      value={props.density}
      onValueChange={props.onChoose}
    />
  );
}

/** Below the panel's tabs: how the cards look, and the meeting as a file. */
export function PanelFooter(props: {
  client: BoardClient;
  meeting: Meeting;
  density: Density;
  onChoose: (density: Density) => void;
}): ReactNode {
  const { client, meeting, density, onChoose } = props;
  return (
    <>
      <ScreensWatching client={client} />
      <div className="flex shrink-0 items-center gap-2 border-t border-line p-3 text-xs">
        <div className="min-w-0 flex-1">
          <DensityChoice density={density} onChoose={onChoose} />
        </div>
        <SendFloating client={client} />
        <ExportMenu
          meeting={meeting}
          trigger={<IconButton label="Export" icon={<Download aria-hidden="true" />} />}
        />
      </div>
    </>
  );
}
