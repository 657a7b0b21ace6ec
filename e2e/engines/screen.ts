// The part of a browser that the story needs, whichever engine it has. Each engine has one implementation.

/** The roles that the story looks for. */
export type Role =
  | 'alertdialog'
  | 'article'
  | 'button'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'menuitem'
  | 'radio'
  | 'region'
  | 'textbox';

/** An element by the role and the name that assistive technology hears. */
export interface Target {
  role: Role;
  name: string;
  /** More may follow the name. */
  begins?: true;
  within?: Target;
}

/** One person's browser window with cookies and storage of its own. Nothing here waits: the story polls. */
export interface Screen {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** How many elements fit. */
  count(target: Target): Promise<number>;
  /** Fails when no element fits. */
  click(target: Target): Promise<void>;
  /** Replaces what the field holds by typing. */
  type(target: Target, text: string): Promise<void>;
  /** Drags with the mouse, in small steps, and drops it on the middle of `to`. */
  drag(from: Target, to: Target): Promise<void>;
  /** The text visibly written in the first element that fits, or on the whole page; empty when none fits. */
  text(within?: Target): Promise<string>;
  /** Saves a picture of the window as PNG. */
  picture(path: string): Promise<void>;
  /** Faults that a page must never have: errors thrown, violations of its content security policy. */
  faults(): Promise<readonly string[]>;
}

/** A running engine. */
export interface Engine {
  newScreen(): Promise<Screen>;
  close(): Promise<void>;
}

export const windowSize = { width: 1440, height: 900 };
