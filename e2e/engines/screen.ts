// The browser of the story. Each engine has one implementation.

/** Roles used by the story. */
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

/** An element by role and accessible name. */
export interface Target {
  role: Role;
  name: string;
  /** `name` is a prefix. */
  begins?: true;
  within?: Target;
}

/** One person's browser window with its own cookies and storage. Methods never wait: the story polls. */
export interface Screen {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** The number of matches. */
  count(target: Target): Promise<number>;
  /** Fails without a match. */
  click(target: Target): Promise<void>;
  /** Replaces the field's text by typing. */
  type(target: Target, text: string): Promise<void>;
  /** Drags with the mouse in small steps, and drops at the centre of `to`. */
  drag(from: Target, to: Target): Promise<void>;
  /** The visible text of the first match, or of the page; empty without a match. */
  text(within?: Target): Promise<string>;
  /** Saves a PNG of the window. */
  picture(path: string): Promise<void>;
  /** Thrown errors and violations of the content security policy. */
  faults(): Promise<readonly string[]>;
}

/** A running engine. */
export interface Engine {
  newScreen(): Promise<Screen>;
  close(): Promise<void>;
}

export const windowSize = { width: 1440, height: 900 };
