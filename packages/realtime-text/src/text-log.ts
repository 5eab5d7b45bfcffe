import { MISSING_TEXT_MARK } from './characters.ts';
import { withoutLastGrapheme } from './graphemes.ts';
import type { TextElement } from './t140-decoder.ts';

/**
 * One author's text after some elements. Line breaks are `\n`; lost text is one U+FFFD however often it is reported.
 * Backspace stops at the beginning: it never touches what somebody else wrote (T14).
 */
export function applyToText(text: string, elements: readonly TextElement[]): string {
  let result = text;
  for (const element of elements) {
    switch (element.kind) {
      case 'text':
        result += element.text;
        break;
      case 'erase':
        result = withoutLastGrapheme(result);
        break;
      case 'newLine':
        result += '\n';
        break;
      case 'missing':
        if (!result.endsWith(MISSING_TEXT_MARK)) result += MISSING_TEXT_MARK;
        break;
      case 'alert':
        break;
    }
  }
  return result;
}
