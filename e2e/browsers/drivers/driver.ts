/** A page that a test drives, in whatever browser. Elements are found by XPath, which every driver speaks. */
export type DrivenPage = {
  /** Of the user and the browser, for messages: `alice in Firefox 140.12.0`. */
  readonly name: string;
  /** What the page has thrown and not caught, as far as the driver hears of it. */
  readonly errors: readonly string[];
  goTo(address: string): Promise<void>;
  /** Of what is inside the window, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Clicks what there is exactly one of, as soon as it can be clicked. */
  click(xpath: string): Promise<void>;
  /** Puts a text in the place of what a field holds. */
  fill(xpath: string, text: string): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** One key, by its name: `Enter`, `Backspace` or a character. */
  press(key: string): Promise<void>;
  /** Calls a function in the page; argument and result are what JSON can hold. */
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
  /** A page with nothing remembered and nothing shared with the others. */
  open(user: string): Promise<DrivenPage>;
  close(): Promise<void>;
};

/** How long a driver waits for what it shall click or fill. */
export const WAIT_MS = 10_000;
