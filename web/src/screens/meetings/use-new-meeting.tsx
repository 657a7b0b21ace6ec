import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';

// A form with its library.
const NewMeetingDialog = lazyPart(() => import('./NewMeetingDialog.tsx'), 'NewMeetingDialog');

/** Provides the dialog that creates a meeting. A live meeting opens its board. */
export function useNewMeeting() {
  const dialog = useDialog<'now' | 'later'>();
  return {
    create: () => dialog.open('now'),
    schedule: () => dialog.open('later'),
    dialog: dialog.render((props, start) => (
      <NewMeetingDialog
        {...props}
        start={start}
        onCreated={({ id, status }) => {
          if (status === 'live') void navigate({ to: `/meetings/${id}` });
        }}
      />
    )),
  };
}
