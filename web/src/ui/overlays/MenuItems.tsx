import { Check } from 'lucide-react';
import {
  type ComponentProps,
  cloneElement,
  createContext,
  use,
  useId,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

import { classNames } from '#web/ui/class-names';
import { keyOf } from '#web/ui/key-press';

import { type Command, currentCommands } from './commands.ts';
import { popupItemClass, popupLabelClass } from './popup-class.ts';
import { Tooltip } from './Tooltip.tsx';
import { closePopupOf } from './use-popup.ts';

type ItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  /** Shown at the end of the item, such as a key or a count. */
  end?: ReactNode;
  tone?: 'plain' | 'danger';
  /** For a toggle, or one of several choices. */
  checked?: boolean;
  role?: 'menuitem' | 'menuitemcheckbox' | 'menuitemradio';
  disabled?: boolean;
  /** Disables the item and says why in a tooltip and to screen readers. */
  disabledReason?: string | undefined;
};

/** The pointer moves the focus, so that there is only one highlight. */
function focusOnMove(event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'mouse') event.currentTarget.focus({ preventScroll: true });
}

function itemClass(tone: 'plain' | 'danger', blocked: boolean): string {
  const danger = tone === 'danger' && !blocked;
  return classNames(
    popupItemClass,
    danger ? 'text-danger-text focus:bg-danger-soft' : 'focus:bg-hover',
    blocked && 'text-muted',
  );
}

function Face({ icon, end, children }: Pick<ItemProps, 'icon' | 'end' | 'children'>): ReactNode {
  return (
    <>
      {icon !== undefined && <span className="flex opacity-75">{icon}</span>}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {end !== undefined && <span className="text-xs text-muted">{end}</span>}
    </>
  );
}

export function MenuItem(
  /** `opensMore`: the menu stays open and shows other items. */
  props: ItemProps & { opensMore?: boolean; onSelect?: () => void },
): ReactNode {
  const { children, icon, end, tone = 'plain', checked, opensMore } = props;
  const { disabled = false, disabledReason, onSelect } = props;
  const { role = checked === undefined ? 'menuitem' : 'menuitemcheckbox' } = props;
  const blocked = disabled || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLElement>): void {
    if (blocked) return;
    // Close first, so that a dialog opened by the item returns the focus to the menu's trigger.
    if (!opensMore) closePopupOf(event.currentTarget);
    onSelect?.();
  }

  const item = (
    <button
      type="button"
      role={role}
      aria-checked={checked}
      aria-haspopup={opensMore && 'menu'}
      tabIndex={-1}
      aria-disabled={blocked || undefined}
      onClick={handleClick}
      onPointerMove={focusOnMove}
      className={itemClass(tone, blocked)}
    >
      <Face icon={icon} end={end}>
        {children}
        {disabledReason !== undefined && (
          // Touch has no hover, so the reason is shown as text.
          <span aria-hidden="true" className="hidden text-xs font-normal pointer-coarse:block">
            {disabledReason}
          </span>
        )}
      </Face>
      {checked && <Check className="text-link" />}
    </button>
  );
  if (disabledReason === undefined) return item;
  return (
    <Tooltip text={disabledReason} side="left">
      {item}
    </Tooltip>
  );
}

/** An item that is a link: `<MenuLink render={<Link to="/profile" />}>`. */
export function MenuLink(
  props: Pick<ItemProps, 'children' | 'icon' | 'end'> & {
    render: ReactElement<ComponentProps<'a'>>;
  },
): ReactNode {
  const { children, icon, end, render } = props;
  return cloneElement(
    render,
    {
      role: 'menuitem',
      tabIndex: -1,
      className: itemClass('plain', false),
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        closePopupOf(event.currentTarget);
        render.props.onClick?.(event);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // A link reacts to Enter only; a menu item must react to Space, too.
        if (keyOf(event) !== ' ') return;
        event.preventDefault();
        event.currentTarget.click();
      },
      onPointerMove: focusOnMove,
    },
    <Face icon={icon} end={end}>
      {children}
    </Face>,
  );
}

export function MenuSeparator(): ReactNode {
  return <div role="separator" className="mx-2 my-1 h-px bg-line" />;
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={popupLabelClass}>
        {label}
      </span>
      {children}
    </div>
  );
}

type RadioChoice = { value: string; choose: (value: string) => void };

const RadioChoiceContext = createContext<RadioChoice | null>(null);

export function MenuRadioGroup(props: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <RadioChoiceContext value={{ value: props.value, choose: props.onValueChange }}>
      <MenuGroup label={props.label}>{props.children}</MenuGroup>
    </RadioChoiceContext>
  );
}

export function MenuRadioItem(
  props: Pick<ItemProps, 'children' | 'icon' | 'disabled'> & { value: string },
): ReactNode {
  const { value, children, icon, disabled = false } = props;
  const group = use(RadioChoiceContext);
  return (
    <MenuItem
      role="menuitemradio"
      checked={group?.value === value}
      icon={icon}
      disabled={disabled}
      onSelect={() => group?.choose(value)}
    >
      {children}
    </MenuItem>
  );
}

/** The current commands among these, when the menu opens. */
export function CommandItems(props: { areListed: (command: Command) => boolean }): ReactNode {
  return currentCommands()
    .filter(props.areListed)
    .map(({ id, icon, label, run }) => (
      <MenuItem key={id} icon={icon} onSelect={run}>
        {label}
      </MenuItem>
    ));
}
