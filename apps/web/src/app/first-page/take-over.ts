const fieldsIn = (form: HTMLFormElement): HTMLInputElement[] =>
  Array.from(form.querySelectorAll<HTMLInputElement>('input[name]'));

const isSubmit = (button: HTMLElement | undefined): boolean =>
  button instanceof HTMLButtonElement && button.type === 'submit';

/** Presses the button that the user pressed before the page could react. */
function pressAgain(button: HTMLElement | null | undefined): void {
  if (button?.isConnected === true) setTimeout(() => button.click());
}

export type TakeOver = {
  /** The app is in the page. */
  readonly onTaken: () => void;
  /** The app's login form is in the page. */
  readonly onLoginForm: (form: HTMLFormElement) => void;
  /** Nothing is moved any more. */
  readonly forget: () => void;
};

/**
 * Ends the watch of the script in the head of the page, and repeats a press that it has kept. If the app does
 * not take over the rendered form but puts its own in its place, what was typed and checked moves to the
 * fields of the same names, and the focus too.
 * @param root contains the page that the server has rendered
 */
export function prepareTakeOver(root: HTMLElement, isFormKept: boolean): TakeOver {
  let old = isFormKept ? null : root.querySelector('form');
  let pressed: HTMLElement | undefined;
  let focused = document.activeElement;
  const onFocus = ({ target }: FocusEvent): void => {
    focused = target instanceof Element ? target : null;
  };
  root.addEventListener('focusin', onFocus);

  function take(): void {
    root.removeEventListener('focusin', onFocus);
    delete root.dataset['brand'];
    pressed ??= window.samtalFirstPage?.take();
  }
  return {
    onTaken() {
      take();
      pressAgain(pressed);
    },
    onLoginForm(form) {
      if (old === null) return;
      take();
      const fields = new Map(fieldsIn(form).map((field) => [field.name, field]));
      for (const from of fieldsIn(old)) {
        const field = fields.get(from.name);
        if (field === undefined) continue;
        field.value = from.value;
        field.checked = from.checked;
        if (from === focused) field.focus();
      }
      if (isSubmit(pressed)) pressAgain(form.querySelector<HTMLElement>('[type=submit]'));
      old = null;
    },
    forget() {
      old = null;
    },
  };
}
