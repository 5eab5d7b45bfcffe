import { writeCsv } from '@samtal/api-contract';
import { codePointWord, namedCharacter } from './character-names.ts';
import { type CharacterList, deliveryOf } from './read-characters.ts';
import type { TextRecord } from './text-records.ts';

/** The headings are English in every language, so that programs of testers can read the table. */
const HEADINGS = [
  'number',
  'direction',
  'time_ms',
  'clock',
  'transport',
  'chunk',
  'place_in_chunk',
  'code_point',
  'character',
  'name',
  'meaning',
  'delivery',
] as const;

const wordOf = (name: string | undefined): string =>
  (name ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The characters of a call as a table (RFC 4180). A character that cannot be seen is there as its abbreviation; its code
 * point is exact.
 */
export const charactersCsv = (
  list: CharacterList,
  { beganAt }: Pick<TextRecord, 'beganAt'>,
  isOver: boolean,
): string =>
  writeCsv([
    HEADINGS,
    ...list.rows.map((row) => {
      const { message, number, place, codePoint, role } = row;
      const { shown = '', name = '' } = namedCharacter(codePoint);
      return [
        String(number),
        message.isOwn ? 'sent' : 'received',
        String(message.at - beganAt),
        new Date(message.at).toISOString(),
        wordOf(message.carrier),
        String(message.number),
        String(place),
        codePointWord(codePoint),
        shown,
        name,
        wordOf(role),
        wordOf(deliveryOf(row, list, isOver)),
      ];
    }),
  ]);
