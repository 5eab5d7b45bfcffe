import {
  type Contact,
  type ContactDraft,
  type ContactReading,
  readContactCsv,
  readVcards,
} from '@samtal/api-contract';

/** What an address book of another program would bring. */
export type ContactImport = {
  /** Nobody of these is there yet, each of them once. */
  readonly fresh: readonly ContactDraft[];
  /** How many are there already, by their SIP address. */
  readonly known: number;
  readonly skipped: number;
  readonly tooMany: number;
  readonly adjusted: number;
};

/** Room for ten thousand contacts with long fields; more is no address book. */
export const FILE_MAX_BYTES = 20_000_000;

const keyOf = ({ sipaddress }: ContactDraft): string => sipaddress.toLowerCase();

/** What is in a file, vCard or table, whatever it is called. */
const read = (text: string): ContactReading =>
  /^\uFEFF?\s*BEGIN:VCARD/i.test(text) ? readVcards(text) : readContactCsv(text);

/** Compares a file with the address book; undefined when it holds no card and no row. */
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
