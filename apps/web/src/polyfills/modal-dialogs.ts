const focusable = 'button:not(:disabled), input:not(:disabled), textarea, select, a[href], [tabindex]';

type Opened = { readonly focusBefore: Element | null; readonly listening: AbortController };

const opened = new WeakMap<HTMLElement, Opened>();

/** The elements that Tab visits, in order. */
const stopsIn = (dialog: HTMLElement): readonly HTMLElement[] =>
  [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(({ tabIndex }) => tabIndex >= 0);

function keepFocusInside(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = stopsIn(dialog);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = event.shiftKey ? at - 1 : at + 1;
  if (at >= 0 && next >= 0 && next < stops.length) return;
  event.preventDefault();
  (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
}

/** `showModal` and `close` of dialogs, as the product uses them: focus stays inside, Escape cancels. */
export const modalDialogMethods = {
  showModal(this: HTMLElement): void {
    if (opened.has(this)) return;
    const listening = new AbortController();
    opened.set(this, { focusBefore: document.activeElement, listening });
    this.setAttribute('open', '');
    this.setAttribute('aria-modal', 'true');
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Tab') keepFocusInside(this, event);
        if (event.key !== 'Escape') return;
        if (this.dispatchEvent(new Event('cancel', { cancelable: true })))
          modalDialogMethods.close.call(this);
      },
      { signal: listening.signal },
    );
    stopsIn(this)[0]?.focus();
  },
  close(this: HTMLElement): void {
    const state = opened.get(this);
    if (state === undefined) return;
    opened.delete(this);
    state.listening.abort();
    this.removeAttribute('open');
    if (state.focusBefore instanceof HTMLElement) state.focusBefore.focus();
    this.dispatchEvent(new Event('close'));
  },
};
