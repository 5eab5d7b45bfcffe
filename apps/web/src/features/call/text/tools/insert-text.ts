/** `phrase` with a space before it where the text before the caret does not end with one. */
export const spaced = (textBefore: string, phrase: string): string =>
  textBefore === '' || /\s$/.test(textBefore) ? phrase : ` ${phrase}`;

/** Writes `text` at the caret of `field`, as if the user had typed it; the focus stays where it is. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
