/** The 32-bit FNV-1a hash of `text`, computed over UTF-16 units and started with `seed`. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/**
 * The id of a call's history entry. Every ringing phone and the server know the same Call-ID, so their
 * reports of one call make one entry. A user who calls the own address gets two entries, one of each type.
 */
export const historyIdOf = (type: 'incoming' | 'outgoing', callId: string): string =>
  `${type}-${hex(fnv(callId, 0x811c9dc5))}${hex(fnv(`.${callId}`, 0x9dc5811c))}`;
