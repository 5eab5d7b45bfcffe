/** The media that a user wants, offers or has (specification 000 §1: a call needs at least one). */
export type MediaKinds = { readonly audio: boolean; readonly video: boolean; readonly text: boolean };

/** The media that need a device of the user. */
export type DeviceKind = 'audio' | 'video';

export const NO_MEDIA: MediaKinds = { audio: false, video: false, text: false };

/** A call with text alone, which needs no device (decisions D31, D32). */
export const TEXT_ALONE: MediaKinds = { audio: false, video: false, text: true };

export const hasAnyMedia = (kinds: MediaKinds): boolean => kinds.audio || kinds.video || kinds.text;

/** The transport of real-time text in a call (decision D10); `none`: neither data channel nor MESSAGE. */
export type TextTransportName = 'dataChannel' | 'message' | 'none';

/** Negotiated media (STATE-26). `text` stays true if the text transport is lost in the call (D41). */
export type NegotiatedMedia = MediaKinds & {
  readonly textTransport: TextTransportName;
  /** What the peer sends and this side receives; absent = all that was negotiated. */
  readonly fromPeer?: Readonly<Record<DeviceKind, boolean>>;
  /** Characters per second that the peer accepts, if its SDP says so (RFC 8865 §4.2.1). */
  readonly textCps?: number;
  /** The peer sends text on the data channel and accepts none (RFC 8865 §4.2.3). */
  readonly isTextReadOnly?: boolean;
  /** The text goes on with the counts of the dialog that this one has replaced: none is missing (decision D82). */
  readonly isTextContinued?: true;
  /** The peer takes REFER, or does not say what it takes: it can be asked to call a third user (decision D87). */
  readonly takesTransfers?: true;
  /** The peer takes Join: it can be in a call of three (decision D102). */
  readonly takesJoin?: true;
};
