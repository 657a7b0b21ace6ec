import { Info, LogOut, Settings, Settings2 } from 'lucide-react';

import { useChooseTheme } from '#web/features/auth/own-theme';
import { useMe } from '#web/features/auth/session.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import {
  Menu,
  MenuItem,
  MenuLink,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '#web/ui/overlays/Menu.tsx';
import { Link } from '#web/ui/router/Link.tsx';
import { listThemes, useTheme } from '#web/ui/theme';

import { useSignOut } from './use-sign-out.ts';

export function ProfileMenu({ onLeave }: { /** Before another page. */ onLeave?: () => void }) {
  const me = useMe();
  const signOut = useSignOut();
  const theme = useTheme();
  const chooseTheme = useChooseTheme();
  const name = me.display_name;

  return (
    <Menu
      trigger={
        <button
          type="button"
          className="ring-focus flex size-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-hover aria-expanded:bg-hover"
        >
          <span className="sr-only">Profile menu, {name}</span>
          <Avatar person={{ id: me.id, name }} decorative />
        </button>
      }
    >
      <div className="grid grid-cols-1 px-2.5 py-2">
        <span className="truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="truncate text-xs text-muted" title={me.email}>
          {me.email}
        </span>
      </div>
      <MenuSeparator />
      <MenuLink icon={<Settings />} render={<Link to="/profile" onClick={onLeave} />}>
        Profile Settings
      </MenuLink>
      {me.is_superuser && (
        <MenuLink icon={<Settings2 />} render={<Link to="/admin" onClick={onLeave} />}>
          Administration
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuRadioGroup label="Theme" value={theme} onValueChange={chooseTheme}>
        {listThemes().map(({ id, name: themeName }) => (
          <MenuRadioItem key={id} value={id} icon={<Swatch theme={id} />}>
            {themeName}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuLink icon={<Info />} render={<Link to="/version" onClick={onLeave} />}>
        Version Info
      </MenuLink>
      <MenuItem icon={<LogOut />} onSelect={signOut}>
        Sign Out
      </MenuItem>
    </Menu>
  );
}

function Swatch({ theme }: { theme: string }) {
  return (
    <span
      data-theme={theme}
      className="grid size-5 place-items-center rounded-full border border-line-strong bg-canvas"
    >
      <span className="size-2.5 rounded-full bg-primary" />
    </span>
  );
}
