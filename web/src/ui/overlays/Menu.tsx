import { foldText } from '@wentwell/contract/text/letters';
import { Check } from 'lucide-react';
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  type ComponentProps,
  createContext,
  use,
  useId,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { flushSync } from 'react-dom';

import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { keyOf, shortcutOf, typedKey } from '#web/ui/key-press';
import { Kbd } from '#web/ui/layout/Kbd.tsx';

import { type PaletteCommand, currentPaletteCommands } from './palette-commands.ts';
import { popupClass, popupItemClass, popupLabelClass } from './popup-class.ts';
import { Tooltip } from './Tooltip.tsx';
import {
  type Align,
  closePopupOf,
  keepKey,
  usePopup,
  type PopupTriggerProps,
  type Side,
} from './use-popup.ts';

function menuItemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** The item to focus; undefined if the key does not navigate. */
function itemForKey(items: readonly HTMLElement[], from: number, key: string) {
  if (key === 'ArrowDown') return items[(from + 1) % items.length];
  if (key === 'ArrowUp') return items.at(Math.max(from, 0) - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}

const typeAheadMs = 700;

/** Type-ahead: finds items by letters typed without a pause. One repeated letter cycles through the matches. */
function useTypeAhead() {
  const last = useRef<{ typed: string; at: number; item?: HTMLElement }>({ typed: '', at: 0 });
  return (items: readonly HTMLElement[], from: number, event: KeyboardEvent) => {
    const { typed, at, item } = last.current;
    const continuesTyping = item === items[from] && event.timeStamp - at < typeAheadMs;

    function find(letter: string): HTMLElement | undefined {
      const all = (continuesTyping ? typed : '') + foldText(letter);
      const isRepeated = new Set(all).size === 1;
      const next = isRepeated ? from + 1 : from;
      const found = [...items.slice(next), ...items.slice(0, next)].find((each) =>
        foldText(each.textContent.trim()).startsWith(isRepeated ? all.charAt(0) : all),
      );
      if (found) last.current = { typed: all, at: event.timeStamp, item: found };
      return found;
    }

    const key = keyOf(event);
    // A space typed within a name must not press the item.
    const isLetter = key === ' ' ? continuesTyping : /^.$/u.test(key);
    return isLetter ? (find(typedKey(event)) ?? find(key)) : undefined;
  };
}

/** Opens from `trigger`, a Button or IconButton. Every item closes the menu. */
export function Menu(props: {
  trigger: ReactElement<PopupTriggerProps>;
  children: ReactNode;
  align?: Align;
  side?: Side;
}): ReactNode {
  const { trigger, children, align = 'end', side = 'bottom' } = props;
  const popup = usePopup({
    side,
    align,
    // Items may still be loading.
    onOpen: (menu, byKeyboard) => ((byKeyboard && menuItemsOf(menu)[0]) || menu).focus(),
  });

  const typeAhead = useTypeAhead();

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    keepKey(event);
    const key = keyOf(event);
    if (key === 'Tab' || key === 'Escape') {
      closePopupOf(event.currentTarget);
      if (key === 'Escape') event.preventDefault();
      return;
    }
    if (/^(?:Mod|Alt)\+/.test(shortcutOf(event))) return;
    const items = menuItemsOf(event.currentTarget);
    const from = items.findIndex((each) => each === document.activeElement);
    const item = itemForKey(items, from, key) ?? typeAhead(items, from, event);
    if (!item) return;
    event.preventDefault();
    item.focus();
  }

  return (
    <>
      {cloneElement(trigger, { ...popup.triggerProps, 'aria-haspopup': 'menu' })}
      <div
        {...popup.popupProps}
        role="menu"
        aria-labelledby={popup.triggerProps.id}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        onClick={stopHere}
        onPointerDown={stopHere}
        onMouseDown={stopHere}
        onTouchStart={stopHere}
        className={classNames(popupClass, 'w-max max-w-[min(20rem,calc(100vw-1rem))] min-w-52 p-1')}
      >
        {popup.open && <Part>{children}</Part>}
      </div>
    </>
  );
}

/** Opens at the first matching item. On closing, the focus returns to where it was, not to the trigger. */
export function openMenuAt(trigger: HTMLElement, item: string): void {
  const menu = document.getElementById(trigger.getAttribute('popovertarget') ?? '');
  // The items are rendered only after the menu has opened.
  menu?.addEventListener('focusin', () => menu.querySelector<HTMLElement>(item)?.focus(), {
    once: true,
  });
  trigger.click();
  // The browser reports the opening in a later task, and the next key may come before it.
  flushSync(() => menu?.dispatchEvent(new ToggleEvent('toggle', { newState: 'open' })));
}

/** A click in the menu must not reach the element around it (a card that opens, a note that drags). */
function stopHere(event: SyntheticEvent): void {
  event.stopPropagation();
}

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
    // In large letters the end is below the name.
    popupItemClass,
    'flex-wrap',
    danger ? 'text-danger-text focus:bg-danger-soft' : 'focus:bg-hover',
    blocked && 'text-muted',
  );
}

function Face({ icon, end, children }: Pick<ItemProps, 'icon' | 'end' | 'children'>): ReactNode {
  return (
    <>
      {icon !== undefined && <span className="flex opacity-75">{icon}</span>}
      <span className="min-w-20 flex-1 wrap-anywhere">{children}</span>
      {end !== undefined && <span className="ml-auto text-xs text-muted">{end}</span>}
    </>
  );
}

export function MenuItem(
  /** `opensMore`: the menu stays open and shows other items. */
  props: ItemProps & { opensMore?: boolean; onSelect?: () => void },
): ReactNode {
  const { children, icon, end, tone = 'plain', checked, opensMore } = props;
  const { disabled = false, disabledReason, onSelect } = props;
  const { role = 'menuitem' } = props;
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
      {checked && role === 'menuitemradio' && <Check className="text-link" />}
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
  return <div role="separator" className="m-1 h-px bg-line" />;
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
export function CommandItems(props: {
  areListed: (command: PaletteCommand) => boolean;
}): ReactNode {
  return currentPaletteCommands()
    .filter(props.areListed)
    .map(({ id, icon, label, shortcut, run }) => (
      <MenuItem
        key={id}
        icon={icon}
        end={
          shortcut && (
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Kbd>{shortcut}</Kbd>
            </span>
          )
        }
        onSelect={run}
      >
        {label}
      </MenuItem>
    ));
}
