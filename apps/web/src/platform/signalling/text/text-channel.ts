import { MISSING_TEXT_MARK, T140_SUBPROTOCOL } from '@samtal/realtime-text';
import type { TextWatch } from '../../../client/ports/text-watch.ts';

/** The maximum length of one received message; known clients send far shorter ones. */
export const MAX_RECEIVED_CHARACTERS = 8_192;

/**
 * The character that starts a T.140 session (§8.1) and is not displayed; receiving it from the peer proves
 * that the channel carries text.
 */
export const SESSION_SIGNATURE = '\uFEFF';

/**
 * Creates the channel that offer and answer name. Both ends create it with the id in `dcmap`, so nothing is
 * announced in band (RFC 8865 §4).
 */
export const createTextChannel = (connection: RTCPeerConnection, streamId: number): RTCDataChannel =>
  connection.createDataChannel(T140_SUBPROTOCOL, {
    negotiated: true,
    id: streamId,
    protocol: T140_SUBPROTOCOL,
    ordered: true,
  });

/** Opens a channel that is announced to the peer in band (RFC 8832). */
export const openTextChannel = (connection: RTCPeerConnection): RTCDataChannel =>
  connection.createDataChannel(T140_SUBPROTOCOL, { protocol: T140_SUBPROTOCOL, ordered: true });

export type TextChannelEvents = {
  opened(): void;
  /** A message was received; `characters` is empty if it held only the signature. */
  received(characters: string): void;
  closed(): void;
};

/**
 * Sends the signature when the channel opens, and passes what happens on the channel to `events`.
 * @returns a function that stops listening
 */
export function listenToChannel(
  channel: RTCDataChannel,
  events: TextChannelEvents,
  watch?: TextWatch,
): () => void {
  // A byte order mark is a T.140 character (§8.1), so the decoder must keep it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const listening = new AbortController();
  const { signal } = listening;
  // A browser may show a channel of the peer as open, and say once more that it opens.
  let isSigned = false;

  function sign(): void {
    if (isSigned) return;
    isSigned = true;
    channel.send(SESSION_SIGNATURE);
    watch?.sent('dataChannel', SESSION_SIGNATURE);
  }

  function open(): void {
    sign();
    events.opened();
  }

  /**
   * The characters that a message completes: a character may be split between two binary messages, but not
   * between strings.
   */
  const charactersOf = (data: string | ArrayBuffer): string =>
    typeof data === 'string' ? decoder.decode() + data : decoder.decode(data, { stream: true });

  channel.binaryType = 'arraybuffer';
  channel.addEventListener('open', open, { signal });
  channel.addEventListener('close', () => events.closed(), { signal });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const characters = charactersOf(data);
      // Of a message that is too long, the user sees only the mark for missing text.
      const isRead = characters.length <= MAX_RECEIVED_CHARACTERS;
      watch?.received('dataChannel', characters, isRead);
      if (!isRead) events.received(MISSING_TEXT_MARK);
      else events.received(characters === SESSION_SIGNATURE ? '' : characters);
    },
    { signal },
  );
  if (channel.readyState === 'open') open();
  return () => listening.abort();
}
