import { useEffect, useState } from 'react';
import { type CharacterList, createCharacterReader } from '../../../client/characters/read-characters.ts';
import type { TextRecord } from '../../../client/characters/text-records.ts';

/** How often the list is drawn while text flows: a flood of text must leave the page to its user. */
const DRAWN_EVERY_MS = 250;

/** The characters of a record, live. */
export function useCharacterList(record: TextRecord): CharacterList {
  const [list, setList] = useState(() => createCharacterReader(record).read());
  useEffect(() => {
    const reader = createCharacterReader(record);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      timer = undefined;
      setList(reader.read());
    };
    const drawSoon = (): void => {
      timer ??= setTimeout(draw, DRAWN_EVERY_MS);
    };
    // What came between the first rendering and this effect.
    drawSoon();
    const stop = record.changes.subscribe(drawSoon);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [record]);
  return list;
}
