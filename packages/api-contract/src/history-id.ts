/** FNV-1a of 32 bits. */
function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/**
 * Under which a call is kept. All phones that it rings on, and the server, know it by the same Call-ID, so that it is
 * one entry however many of them report it; a person who calls themselves has two.
 */
export const historyIdOf = (type: 'incoming' | 'outgoing', callId: string): string =>
  `${type}-${hex(fnv(callId, 0x811c9dc5))}${hex(fnv(`.${callId}`, 0x9dc5811c))}`;
