import { useEffect, useRef } from 'react';

type Part = { readonly close: () => void; readonly group: string | undefined };

/** The open parts of the call screen, in the order in which they were opened. */
const openParts: Part[] = [];

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  // A dialog has its own keys, and during composition Escape belongs to the input method.
  if (event.isComposing || document.querySelector('dialog:modal')) return;
  const last = openParts.at(-1);
  if (last === undefined) return;
  event.preventDefault();
  if (!event.repeat) last.close();
}

/**
 * Escape closes the part of the call screen that was opened last, wherever the focus is (INCALL-16).
 * @param close undefined = the part is not open
 * @param group a part that opens closes the open part of its group, because there is room for one only
 */
export function useEscape(close: (() => void) | undefined, group?: string): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  const isOpen = close !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const part: Part = { close: () => latest.current?.(), group };
    if (group !== undefined) openParts.find((other) => other.group === group)?.close();
    if (openParts.push(part) === 1) document.addEventListener('keydown', onKeyDown);
    return () => {
      openParts.splice(openParts.indexOf(part), 1);
      if (openParts.length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen, group]);
}
