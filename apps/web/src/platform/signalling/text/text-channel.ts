import { MISSING_TEXT_MARK, T140_SUBPROTOCOL } from '@samtal/realtime-text';

/** The most that is taken at once; people type, and known clients stay far below this. */
export const MAX_RECEIVED_CHARACTERS = 8_192;

/** Opens a session of T.140 (§8.1) and is shown as nothing: what comes back of it proves that a channel carries text. */
export const SESSION_SIGNATURE = '\uFEFF';

/** Both ends make the channel under the number in `dcmap`, so nothing has to be announced in band (RFC 8865 §4). */
export const createTextChannel = (connection: RTCPeerConnection, streamId: number): RTCDataChannel =>
  connection.createDataChannel(T140_SUBPROTOCOL, {
    negotiated: true,
    id: streamId,
    protocol: T140_SUBPROTOCOL,
    ordered: true,
  });

/** A channel that is announced to the other end in band (RFC 8832). */
export const openTextChannel = (connection: RTCPeerConnection): RTCDataChannel =>
  connection.createDataChannel(T140_SUBPROTOCOL, { protocol: T140_SUBPROTOCOL, ordered: true });

export type TextChannelEvents = {
  opened(): void;
  /** Something came; `characters` are empty where it was only the signature. */
  received(characters: string): void;
  closed(): void;
};

/** Signs the channel when it opens and reads what comes; @returns the end of that. */
export function listenToChannel(channel: RTCDataChannel, events: TextChannelEvents): () => void {
  // A byte order mark is a character of T.140 (§8.1) and not the decoder's to swallow.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const listening = new AbortController();
  const { signal } = listening;

  function open(): void {
    channel.send(SESSION_SIGNATURE);
    events.opened();
  }

  /** A character may be cut by the border of two binary messages, but not by a string. */
  const charactersOf = (data: string | ArrayBuffer): string =>
    typeof data === 'string' ? decoder.decode() + data : decoder.decode(data, { stream: true });

  channel.binaryType = 'arraybuffer';
  channel.addEventListener('open', open, { signal });
  channel.addEventListener('close', () => events.closed(), { signal });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const characters = charactersOf(data);
      // Of a message that is too long the reader sees the mark only.
      if (characters.length > MAX_RECEIVED_CHARACTERS) events.received(MISSING_TEXT_MARK);
      else events.received(characters === SESSION_SIGNATURE ? '' : characters);
    },
    { signal },
  );
  if (channel.readyState === 'open') open();
  return () => listening.abort();
}
