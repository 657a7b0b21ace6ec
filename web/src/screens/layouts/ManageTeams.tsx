import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';

import { MembersTab } from './MembersTab.tsx';
import { MyTeamsTab } from './MyTeamsTab.tsx';

export function ManageTeams(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { open, onOpenChange } = props;
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Manage Teams">
      <Tabs
        label="Manage teams"
        items={[
          { value: 'mine', label: 'My Teams', content: <MyTeamsTab /> },
          { value: 'members', label: 'Members', content: <MembersTab /> },
        ]}
      />
    </Drawer>
  );
}
