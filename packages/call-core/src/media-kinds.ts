/** Which of the three media a party wants, offers or has (specification 000 §1: a call needs at least one). */
export type MediaKinds = { readonly audio: boolean; readonly video: boolean; readonly text: boolean };

export const NO_MEDIA: MediaKinds = { audio: false, video: false, text: false };

export const hasAnyMedia = (kinds: MediaKinds): boolean => kinds.audio || kinds.video || kinds.text;

/** The wire that carries real-time text in a call, chosen per call (decision D10). */
export type TextWireName = 'dataChannel' | 'message' | 'none';

/** What offer and answer left standing (STATE-26). `text` stays true when the wire is lost during the call (decision D41). */
export type NegotiatedMedia = MediaKinds & {
  readonly textWire: TextWireName;
  /** Characters a second that the other end takes, when it said so (RFC 8865 §4.2.1). */
  readonly textCps?: number;
  /** The other end sends text on the data channel and takes none (RFC 8865 §4.2.3). */
  readonly isTextReadOnly?: boolean;
};
