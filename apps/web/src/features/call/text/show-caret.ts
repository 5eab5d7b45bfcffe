/**
 * Scrolls a field to the line of its caret, as browsers do when one types and not when the field changes its size. Where
 * that line is they do not tell: a copy that ends with the word at the caret is as high as the words up to there.
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
