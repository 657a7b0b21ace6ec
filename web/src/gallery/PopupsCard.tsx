import { ChevronsUpDown, Ellipsis, Pencil, Play, Trash2, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';
import {
  Menu,
  MenuGroup,
  MenuItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '#web/ui/overlays/Menu.tsx';

const teams = ['Platform', 'Payments', 'Mobile', 'Data', 'Design systems and accessibility guild'];

export function PopupsCard(): ReactNode {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null);
  const [team, setTeam] = useState('Platform');
  const [phase, setPhase] = useState('writing');
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Menu trigger={<IconButton label="Actions" icon={<Ellipsis />} />}>
        <MenuItem icon={<Play />} end="S">
          Start
        </MenuItem>
        <MenuItem icon={<Pencil />} disabledReason="Cannot edit closed meetings">
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} tone="danger">
          Delete
        </MenuItem>
      </Menu>
      <Menu trigger={<Button icon={<UserRound />}>Profile</Button>} align="start">
        <MenuGroup label="ada@example.org">
          <MenuItem>Profile Settings</MenuItem>
        </MenuGroup>
        <MenuRadioGroup label="Jump to" value={phase} onValueChange={setPhase}>
          <MenuRadioItem value="writing">Writing</MenuRadioItem>
          <MenuRadioItem value="voting">Voting</MenuRadioItem>
        </MenuRadioGroup>
      </Menu>
      <Combobox
        label="Team"
        options={teams.map((name) => ({ value: name, label: name }))}
        value={team}
        onValueChange={setTeam}
        trigger={
          <Button>
            {team} <ChevronsUpDown />
          </Button>
        }
      />
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => setOpen('drawer')}>Drawer</Button>
      <Button
        onClick={() =>
          toast.success({
            title: 'Invitation sent.',
            description: 'An invitation has been sent to ada@example.org.',
            action: { label: 'Undo', onPress: close },
          })
        }
      >
        Success
      </Button>
      <Button
        onClick={() =>
          toast.error({
            title: 'Failed to create meeting.',
            description: 'An unexpected error occurred.',
            duration: 7000,
          })
        }
      >
        Error
      </Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Invite a Member"
        description="They get a link that is good for seven days."
      >
        <TextField label="Email" type="email" placeholder="Enter member's email" required />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Send Invitation
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Remove Team Member"
        description="Are you sure you want to remove Grace Hopper from the team?"
        confirmLabel="Remove Member"
        tone="danger"
        onConfirm={close}
      >
        <Alert tone="warning">
          This action cannot be undone. The user will lose access to all team resources immediately.
        </Alert>
      </ConfirmDialog>
      <Drawer open={open === 'drawer'} onOpenChange={close} title="Manage Teams">
        <Tabs
          label="Manage teams"
          items={[
            { value: 'teams', label: 'Teams', content: <p>Your teams.</p> },
            { value: 'create', label: 'Create', content: <TextField label="Team name" /> },
          ]}
        />
      </Drawer>
    </div>
  );
}
