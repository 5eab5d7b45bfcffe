/** FNV-1a of 32 bits. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** Sixteen hexadecimal digits that tell texts apart; no secret and no proof of anything. */
export const hashOf = (text: string): string => hex(fnv(text, 0x811c9dc5)) + hex(fnv(`.${text}`, 0x9dc5811c));
