const removed = '[removed]';

/** Names of what nobody but its owner may read: secrets, and what people write to each other. */
const secretName =
  /password|passwd|token|secret|credential|authorization|cookie|^body$|^text_(?!unread)|^text$|characters|^message$/i;

/** The same inside of a line: `securityToken=…` of an address, a header of SIP or HTTP, the answer of a digest. */
const secretInText =
  /((?:(?:proxy-)?authorization|cookie)\s*:\s*)[^\r\n]+|(\b[\w-]*(?:password|token|secret|credential|response|nonce)[\w-]*\s*["']?\s*[=:]\s*["']?)[^\s&"',;}]+/gi;

/** `text` with what follows the names of secrets taken out. */
export function textWithoutSecrets(text: string): string {
  return text.replace(
    secretInText,
    (_whole, header?: string, name?: string) => `${header ?? name ?? ''}${removed}`,
  );
}

/** A copy of `value` for the log: secrets taken out at every depth, and no deeper than four levels. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 4) return '…';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && inner !== undefined ? removed : withoutSecrets(inner, depth + 1),
    ]),
  );
}
