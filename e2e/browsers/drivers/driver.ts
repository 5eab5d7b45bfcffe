/** A page that a test drives, in any browser. Every driver finds elements by XPath. */
export type DrivenPage = {
  /** User and browser, for messages: `alice in Firefox 140.12.0`. */
  readonly name: string;
  /** Uncaught errors of the page, as far as the driver reports them. */
  readonly errors: readonly string[];
  goTo(address: string): Promise<void>;
  /** Size of the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Clicks the only element at the XPath, as soon as it can be clicked. */
  click(xpath: string): Promise<void>;
  /** Replaces the content of a field. */
  fill(xpath: string, text: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses one key by its name: `Enter`, `Backspace` or a character. */
  press(key: string): Promise<void>;
  /** Calls a function in the page; argument and result are JSON values. */
  evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
};

/** A running browser. */
export type Driver = {
  /** `Firefox 140.12.0`, as the browser names itself. */
  readonly name: string;
  /** Opens a page without stored data, separate from all other pages. */
  open(user: string): Promise<DrivenPage>;
  close(): Promise<void>;
};

/** How long a driver waits for an element to click or fill. */
export const WAIT_MS = 10_000;
