import type { Clock } from '@samtal/call-core';
import type { TextWatch } from '../../../client/ports/text-watch.ts';
import { listenToChannel, SESSION_SIGNATURE } from './text-channel.ts';

/** A peer that opens more channels in band than this is hostile or broken; they are closed. */
const MOST_TAKEN = 8;

/** The time between two looks at whether a channel of the peer carries what is sent. */
const PROOF_MS = 50;

export type InBandChannelsOptions = {
  /** The browser's statistics of the connection. */
  readonly report: () => Promise<RTCStatsReport>;
  readonly clock: Clock;
  /** Opens a new channel, on the side that may do so; undefined when the connection is closed. */
  readonly reopen?: (() => RTCDataChannel | undefined) | undefined;
  readonly watch?: TextWatch | undefined;
  /** The channel on which text is sent. */
  readonly inUse: () => RTCDataChannel | undefined;
  /** Whether a channel would be used now, if none is in use. */
  readonly isNeeded: () => boolean;
  /** Sends text on `channel` from now on. */
  readonly write: (channel: RTCDataChannel) => void;
  readonly received: (characters: string) => void;
  readonly closed: (channel: RTCDataChannel) => void;
};

/** Data channels that are opened in band (RFC 8832), by this side or by the peer, to replace one that has failed. */
export type InBandChannels = {
  /** Takes a channel that the peer has opened. */
  readonly take: (channel: RTCDataChannel) => void;
  /** Opens a channel, if this side may. */
  open(): void;
  /** Uses a channel that the peer opened while the one in use still seemed to work; false if there is none. */
  useSpare(): boolean;
  /** Stops listening. */
  stop(): void;
};

/** Whether a message was sent on the channel, as far as the browser counts that. */
async function hasSent(channel: RTCDataChannel, report: () => Promise<RTCStatsReport>): Promise<boolean> {
  const stats = await report().catch(() => undefined);
  const own = [...(stats?.values() ?? [])].find(
    ({ type, dataChannelIdentifier }) => type === 'data-channel' && dataChannelIdentifier === channel.id,
  );
  return own === undefined || own.messagesSent > 0;
}

export function createInBandChannels(options: InBandChannelsOptions): InBandChannels {
  const { report, clock, watch, inUse, isNeeded, write, received, closed } = options;
  /** Channels that the peer opened while the channel in use still seemed to work, oldest first. */
  let spare: readonly RTCDataChannel[] = [];
  /** The channels that this client has opened; a slow peer may still answer on the first. */
  let attempts: readonly RTCDataChannel[] = [];
  /** Number of channels that the peer opened. */
  let taken = 0;
  const listeners: (() => void)[] = [];
  /** For each channel of the peer: cancels the next look at it. */
  const proofs = new Map<RTCDataChannel, () => void>();

  /**
   * Starts to use a channel, if it is needed.
   * @returns whether text is sent on it from now on
   */
  function adopt(channel: RTCDataChannel): boolean {
    const used = inUse();
    if (used !== undefined) {
      if (used !== channel && !spare.includes(channel)) spare = [...spare, channel];
      return false;
    }
    if (channel.readyState !== 'open' || !isNeeded()) return false;
    for (const other of attempts) if (other !== channel) other.close();
    attempts = [];
    write(channel);
    return true;
  }

  /**
   * Listens to a channel, and uses one of this side as soon as it receives data, one of the peer when it carries text.
   * @param isOwn whether this side has opened the channel
   */
  function listen(channel: RTCDataChannel, isOwn: boolean): void {
    // A busy page may read the first data of a channel before it sees that the channel is open.
    let hasReceived = false;
    const events = {
      opened() {
        if (!isOwn) void adoptProved(channel);
        else if (hasReceived) adopt(channel);
      },
      received(characters: string) {
        if (isOwn) adopt(channel);
        else if (!hasReceived || inUse() === undefined) void adoptProved(channel);
        hasReceived = true;
        received(characters);
      },
      closed: () => closed(channel),
    };
    listeners.push(listenToChannel(channel, events, watch));
  }

  /**
   * Uses a channel of the peer when the statistics count the signature. Chromium 150 loses what is sent in the first
   * moments of such a channel on a busy machine, and shows no error.
   */
  async function adoptProved(channel: RTCDataChannel): Promise<void> {
    if (await hasSent(channel, report)) adopt(channel);
    else if (channel.readyState === 'open') {
      channel.send(SESSION_SIGNATURE);
      proofs.get(channel)?.();
      proofs.set(
        channel,
        clock.setTimer(PROOF_MS, () => void adoptProved(channel)),
      );
    }
  }

  return {
    take(channel) {
      taken++;
      if (taken > MOST_TAKEN) channel.close();
      else listen(channel, false);
    },
    open() {
      const attempt = options.reopen?.();
      if (attempt === undefined) return;
      attempts = [...attempts, attempt];
      listen(attempt, true);
    },
    useSpare() {
      const [first] = spare.filter(({ readyState }) => readyState === 'open');
      spare = [];
      return first !== undefined && adopt(first);
    },
    stop() {
      for (const forget of [...listeners, ...proofs.values()]) forget();
    },
  };
}
