/** TextDecoder of a browser or of Node. */
type Decoder = new (
  encoding: string,
  options?: { readonly fatal?: boolean },
) => { decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string };

/**
 * The text of UTF-8 bytes that may end in the middle of a character. Undefined if they are not UTF-8, or if
 * that character would be the only one beyond ASCII.
 */
function decodeUtf8(bytes: Uint8Array, TextDecoder: Decoder): string | undefined {
  const strict = (stream: boolean): string =>
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  try {
    return strict(false);
  } catch {
    try {
      const text = strict(true);
      return /[\u0080-\uFFFF]/.test(text) ? text : undefined;
    } catch {
      return undefined;
    }
  }
}

/**
 * The text of a file that the user chose: UTF-16 with a byte order mark, UTF-8, else windows-1252, which many
 * spreadsheets write and which has the letters of ISO 8859-1.
 */
export function decodeText(bytes: Uint8Array, TextDecoder: Decoder): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  return decodeUtf8(bytes, TextDecoder) ?? new TextDecoder('windows-1252').decode(bytes);
}
