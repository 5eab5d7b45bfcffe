import { type RefObject, useEffect } from 'react';

/**
 * Keeps the dialog around an element above every other one that opens, such as that of an incoming call, with its focus.
 * Keys that are pressed meanwhile do nothing outside it: a key must not answer that call.
 */
export function useStayAbove(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (!dialog) return;
    let focused: Element | null = document.activeElement;
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof Element) focused = target;
    };
    const observer = new MutationObserver((changes) => {
      const isCovered = changes.some(
        ({ target }) => target !== dialog && target instanceof Element && target.matches('dialog[open]'),
      );
      if (!isCovered) return;
      const last = focused;
      // What is opened last is on top.
      dialog.close();
      dialog.showModal();
      if (last instanceof HTMLElement && dialog.contains(last)) last.focus();
    });
    const { documentElement: root } = document;
    const keep = (event: KeyboardEvent): void => event.stopPropagation();
    dialog.addEventListener('focusin', remember);
    observer.observe(root, { subtree: true, attributeFilter: ['open'] });
    root.addEventListener('keydown', keep);
    root.addEventListener('keyup', keep);
    return () => {
      dialog.removeEventListener('focusin', remember);
      observer.disconnect();
      root.removeEventListener('keydown', keep);
      root.removeEventListener('keyup', keep);
    };
  }, [inside]);
}
