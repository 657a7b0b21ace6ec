import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

export const finishCommand = {
  id: 'finish',
  label: 'Finish…',
  icon: <Flag />,
  keywords: ['end', 'close', 'stop', 'over'],
};

/** Opens the finish dialog. In the last phase it is the primary button. */
export function FinishButton(props: {
  isNext?: boolean;
  whyNot: string | undefined;
  onPress: () => void;
}): ReactNode {
  return (
    <Button
      size="sm"
      variant={props.isNext ? 'primary' : 'ghost'}
      icon={<Flag />}
      disabledReason={props.whyNot}
      // The menu beside *Next* has it, too; a further tab stop would be one more before the cards.
      tabIndex={props.isNext ? 0 : -1}
      onClick={props.onPress}
    >
      Finish
    </Button>
  );
}
