import type { WebSettingKey } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';

/** The spacings of the text of calls that a user can choose, with their words (decision D42). */
export const TEXT_SPACINGS = [
  ['WEB_TEXT_LINE_SPACING', 'text.line_spacing'],
  ['WEB_TEXT_LETTER_SPACING', 'text.letter_spacing'],
] as const satisfies readonly (readonly [WebSettingKey, TextKey])[];
