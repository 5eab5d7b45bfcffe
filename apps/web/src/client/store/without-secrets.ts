const removed = '[removed]';

/** Names of private values: secrets, and the text of users. */
const secretName =
  /password|passwd|token|secret|credential|authorization|cookie|^body$|^text_(?!unread)|^text$|characters|^message$/i;

/** Secrets inside a text: `securityToken=…` in an address, a SIP or HTTP header, a digest response. */
const secretInText =
  /((?:(?:proxy-)?authorization|cookie)\s*:\s*)[^\r\n]+|(\b[\w-]*(?:password|token|secret|credential|response|nonce)[\w-]*\s*["']?\s*[=:]\s*["']?)[^\s&"',;}]+/gi;

/** `text` without the values that follow names of secrets. */
export function textWithoutSecrets(text: string): string {
  return text.replace(
    secretInText,
    (_whole, header?: string, name?: string) => `${header ?? name ?? ''}${removed}`,
  );
}

/** A copy of `value` for the log: secrets removed, at most four levels deep. */
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
