import { flushSync } from 'react-dom';

/** Shows what is wrong in a form, and focuses the first field that is. @param show changes the state of the form */
export function focusFirstFault(form: Element, show: () => void): void {
  flushSync(show);
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
