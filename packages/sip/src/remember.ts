/** The most texts that are remembered, and their greatest length: untrusted peers write them. */
const MOST_TEXTS = 128;
const MOST_CHARACTERS = 256;

/**
 * Remembers what `parse` returns for the latest texts. Each element on the way of a message parses the same few values
 * again; the result must depend on the text alone and must not be changed.
 */
export function remember<Result>(parse: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (text) => {
    if (text.length > MOST_CHARACTERS) return parse(text);
    const found = known.get(text);
    if (found !== undefined) return found.result;
    if (known.size >= MOST_TEXTS) known.clear();
    const result = parse(text);
    known.set(text, { result });
    return result;
  };
}
