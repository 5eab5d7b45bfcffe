/** A boolean in the form in which both databases can store it. */
type Bit = 0 | 1;

/** The tables of `0003-people.ts`, as changed by `0007-budgets.ts` and `0009-favourites.ts`, for Kysely. */
export type PeopleTables = {
  contact: {
    id: string;
    account_id: string;
    fname: string;
    sname: string;
    sipaddress: string;
    email: string;
    address: string;
    post_nr: string;
    city: string;
    image_url: string;
    search_text: string;
    is_favourite: Bit;
  };
  service: {
    id: string;
    /** null = for every organisation; the same holds for entries of the directory. */
    organisation_id: number | null;
    name: string;
    image_url: string;
    sipaddress: string;
    position: number;
  };
  directory_group: { kind: 'type' | 'category'; id: string; name: string; position: number };
  directory_entry: {
    id: string;
    organisation_id: number | null;
    name: string;
    image: string;
    phone: string;
    is_featured: Bit;
    has_children: Bit;
    type_id: string | null;
    category_id: string | null;
    position: number;
  };
  message: {
    account_id: string;
    number: number;
    from_name: string | null;
    from_address: string | null;
    text: string | null;
    is_read: Bit;
    /** The caller is still writing; the message is not listed yet. */
    is_open: Bit;
    timestamp: number;
  };
  /** The last message number of an account: numbers of deleted messages are not reused. */
  message_counter: { account_id: string; last: number };
  history_entry: {
    account_id: string;
    id: string;
    type: 'incoming' | 'outgoing';
    is_answered: Bit;
    is_missed: Bit;
    outcome: string;
    sip_address: string;
    contact_name: string;
    /** The texts shortened for lists. */
    received_preview: string;
    sent_preview: string;
    timestamp: number;
    duration: number;
    /** Size of the entry and its texts. */
    bytes: number;
    /** The texts of the entry were removed to make room for newer texts. */
    is_text_removed: Bit;
  };
  /** The texts of a history entry; there is no row if it has none. */
  history_text: {
    account_id: string;
    id: string;
    /** The timestamp of the entry, so that the oldest texts can be found. */
    timestamp: number;
    received_text: string;
    sent_text: string;
    /** Array of runs as JSON. */
    transcript: string;
  };
  /** Size of an account's history; no row = empty. */
  history_usage: { account_id: string; entries: number; bytes: number };
};
