/**
 * Scrolls a field to the line of its caret. Browsers do so when the user types, but not when the field is
 * resized. Browsers do not report the position of the caret, so a copy of the field that holds only the text
 * up to the caret is measured.
 */
export function showCaret(field: HTMLTextAreaElement): void {
  const { selectionEnd, value, offsetWidth, clientHeight } = field;
  const copy = field.cloneNode() as HTMLTextAreaElement;
  copy.style.cssText = `position: absolute; inline-size: ${offsetWidth}px; block-size: 0; min-block-size: 0`;
  copy.value = value.slice(0, selectionEnd) + /^\S*/.exec(value.slice(selectionEnd));
  field.after(copy);
  const end = copy.scrollHeight;
  copy.remove();
  field.scrollTop = end - clientHeight;
  if (document.activeElement === field) field.scrollIntoView({ block: 'nearest' });
}
