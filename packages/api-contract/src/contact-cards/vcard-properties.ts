import { decodeQuotedPrintable } from './quoted-printable.ts';

/** Reads the lines of vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). */

export type VcardProperty = {
  /** In upper case, without a group such as `item1.`. */
  readonly name: string;
  /** As in the file: still escaped and encoded. */
  readonly value: string;
  /** Whether the value is quoted-printable (vCard 2.1 §2.1.5); Android exports names in this encoding. */
  readonly isQuotedPrintable: boolean;
};

const CARD_BORDER = /^(?:BEGIN|END):VCARD/i;

const isQuotedPrintable = (parameter: string): boolean =>
  /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(parameter.trim());

/**
 * The part of a line before its value: the name and the parameters. A ":" in quotes belongs to a parameter.
 * Undefined if the line has no value.
 */
function headOf(line: string): string | undefined {
  for (const { 0: part, index } of line.matchAll(/"[^"]*"|:/g)) if (part === ':') return line.slice(0, index);
  return undefined;
}

/**
 * The lines of a file, unfolded (RFC 6350 §3.2). A quoted-printable line that ends with "=" is joined with
 * the next line.
 */
function unfold(text: string): string[] {
  const unfolded: string[] = [];
  let parts: string[] = [];
  let isEncoded = false;
  let isOpen = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isSoftBreak = isOpen && !CARD_BORDER.test(line);
    const isFolded = !isSoftBreak && /^[ \t]/.test(line);
    if (!isSoftBreak && !isFolded) {
      unfolded.push(parts.join(''));
      parts = [];
      isEncoded = headOf(line)?.split(';').some(isQuotedPrintable) ?? false;
    }
    isOpen = isEncoded && line.endsWith('=');
    parts.push(line.slice(isFolded ? 1 : 0, isOpen ? -1 : undefined));
  }
  return [...unfolded, parts.join('')];
}

function propertyOf(line: string): VcardProperty | undefined {
  const head = headOf(line);
  if (head === undefined) return undefined;
  const [label = '', ...parameters] = head.split(';');
  const [, name] = /^(?:[\w-]+\.)?([\w-]+)$/.exec(label) ?? [];
  if (name === undefined) return undefined;
  return {
    name: name.toUpperCase(),
    value: line.slice(head.length + 1),
    isQuotedPrintable: parameters.some(isQuotedPrintable),
  };
}

/** The properties of a file; lines that are not properties are ignored. */
export const readProperties = (text: string): VcardProperty[] =>
  unfold(text.replace(/^\uFEFF/, ''))
    .map(propertyOf)
    .filter((property) => property !== undefined);

const unescapeText = (text: string): string =>
  text.replaceAll(/\\([^])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));

/** A value as text. It is unescaped before it is decoded, because programs escape it after they encode it. */
const decode = (text: string, { isQuotedPrintable }: VcardProperty): string =>
  isQuotedPrintable ? decodeQuotedPrintable(unescapeText(text)) : unescapeText(text);

/** The value of a property as text. */
export const textOf = (property: VcardProperty): string => decode(property.value, property);

/** The components of a structured value such as N or ADR. */
export function componentsOf(property: VcardProperty): string[] {
  const components: string[][] = [[]];
  for (const [part] of property.value.matchAll(/[^\\;]+|\\[^]|;/g)) {
    if (part === ';') components.push([]);
    else components.at(-1)?.push(part);
  }
  return components.map((parts) => decode(parts.join(''), property));
}
