import {
  type Contact,
  type ContactDraft,
  type ContactReading,
  decodeText,
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
  /** Number of cards whose end is missing, because the file is cut or damaged. */
  readonly incomplete: number;
  readonly adjusted: number;
};

/** Why a file has no preview. */
export type FileProblem = 'unreadable' | 'tooLarge';

/** Size of the largest file that is read: room for ten thousand contacts with long fields. */
const FILE_MAX_BYTES = 20_000_000;

const keyOf = ({ sipaddress }: ContactDraft): string => sipaddress.toLowerCase();

/** Parses a file as vCard or CSV by its content, not its name. */
const read = (text: string): ContactReading =>
  /^\uFEFF?\s*BEGIN:VCARD/i.test(text) ? readVcards(text) : readContactCsv(text);

/** Reads a file and compares it with the address book. */
export async function readContactFile(
  file: Blob,
  existing: readonly Contact[],
): Promise<ContactImport | FileProblem> {
  if (file.size > FILE_MAX_BYTES) return 'tooLarge';
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return 'unreadable';
  return contactImportOf(decodeText(new Uint8Array(bytes), TextDecoder), existing);
}

/** Compares the text of a file with the address book; a text without a card or row is unreadable. */
export function contactImportOf(text: string, existing: readonly Contact[]): ContactImport | FileProblem {
  const { contacts, skipped, adjusted, isTooLong } = read(text);
  if (isTooLong) return 'tooLarge';
  if (contacts.length + skipped.length === 0) return 'unreadable';
  const taken = new Set(existing.map(keyOf));
  const fresh = contacts.filter((draft) => {
    const isNew = !taken.has(keyOf(draft));
    taken.add(keyOf(draft));
    return isNew;
  });
  const tooMany = skipped.filter(({ reason }) => reason === 'tooMany').length;
  const incomplete = skipped.filter(({ reason }) => reason === 'incomplete').length;
  return {
    fresh,
    known: contacts.length - fresh.length,
    skipped: skipped.length - tooMany - incomplete,
    tooMany,
    incomplete,
    adjusted,
  };
}
