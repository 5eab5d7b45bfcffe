import { MISSING_TEXT_MARK } from '../t140/characters.ts';
import type { TextElement } from '../t140/t140-decoder.ts';
import { createTextEnd } from './text-end.ts';

/**
 * The text of one author after `elements` have been applied to it. A line break becomes `\n`; several reports
 * of lost text in a row give one U+FFFD. A backspace never goes beyond the beginning, so it never erases the
 * other author's text (T14).
 */
export function applyToText(text: string, elements: readonly TextElement[]): string {
  const end = createTextEnd(text);
  let erasures = 0;
  for (const element of elements) {
    if (element.kind === 'erase') {
      erasures++;
      continue;
    }
    end.erase(erasures);
    erasures = 0;
    if (element.kind === 'text') end.append(element.text);
    else if (element.kind === 'newLine') end.append('\n');
    else if (element.kind === 'missing' && !end.endsWith(MISSING_TEXT_MARK)) end.append(MISSING_TEXT_MARK);
  }
  end.erase(erasures);
  return end.whole();
}
