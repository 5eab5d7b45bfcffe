import {
  type Contact,
  type ContactDraft,
  type ContactReading,
  readContactCsv,
  readVcards,
} from '@samtal/api-contract';

/** Result of reading a file with the address book of another program. */
export type ContactImport = {
  /** New contacts, without duplicates. */
  readonly fresh: readonly ContactDraft[];
  /** Number of contacts whose SIP address is already in the address book, or comes earlier in the file. */
  readonly known: number;
  readonly skipped: number;
  readonly tooMany: number;
  readonly adjusted: number;
};

/** Size of the largest file that is read: room for ten thousand contacts with long fields. */
export const FILE_MAX_BYTES = 20_000_000;

const keyOf = ({ sipaddress }: ContactDraft): string => sipaddress.toLowerCase();

/** Parses a file as vCard or CSV by its content, not its name. */
const read = (text: string): ContactReading =>
  /^\uFEFF?\s*BEGIN:VCARD/i.test(text) ? readVcards(text) : readContactCsv(text);

/** Compares a file with the address book; undefined when the file has no card and no row. */
export function contactImportOf(text: string, existing: readonly Contact[]): ContactImport | undefined {
  const { contacts, skipped, adjusted } = read(text);
  if (contacts.length + skipped.length === 0) return undefined;
  const taken = new Set(existing.map(keyOf));
  const fresh = contacts.filter((draft) => {
    const isNew = !taken.has(keyOf(draft));
    taken.add(keyOf(draft));
    return isNew;
  });
  const tooMany = skipped.filter(({ reason }) => reason === 'tooMany').length;
  return {
    fresh,
    known: contacts.length - fresh.length,
    skipped: skipped.length - tooMany,
    tooMany,
    adjusted,
  };
}
