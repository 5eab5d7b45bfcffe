import type { Clock } from '@samtal/sip';
import { TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import { createRateLimit } from '../../domain/limits/rate-limit.ts';
import type { Meter } from '../../domain/meter.ts';
import { nothing } from '../../domain/nothing.ts';
import { readRtpPacket } from '../../rtp-text/rtp-packet.ts';
import type { Destination, RtpSource } from '../../rtp-text/rtp-source.ts';
import { acceptSource, destinationOf } from '../../rtp-text/rtp-source.ts';
import type { ReceiverEvent } from '../../rtp-text/rtp-text-receiver.ts';
import { createReceiver, stepReceiver } from '../../rtp-text/rtp-text-receiver.ts';
import type { SenderEvent } from '../../rtp-text/rtp-text-sender.ts';
import { createSender, stepSender, waitingLength } from '../../rtp-text/rtp-text-sender.ts';
import { typesFor } from '../../rtp-text/text-media.ts';
import type { RtpPort } from './rtp-ports.ts';
import type { AgreedText } from './text-negotiation.ts';

export type TextStreamOptions = {
  readonly clock: Clock;
  /** A whole number from 0 to 2^32 - 1 that cannot be guessed. */
  readonly randomNumber: () => number;
  readonly meter: Pick<Meter, 'gatewayText' | 'refused'>;
  /** Text of the phone: T.140 characters. */
  readonly received: (text: string) => void;
};

export type TextStream = {
  /** Begins or changes the text of the call; undefined = there is none. */
  describe(agreed: AgreedText | undefined): void;
  /** Handles a datagram from the port. */
  receive(datagram: Uint8Array, from: Destination): void;
  /** Opens the way to the phone over this port. */
  attach(port: RtpPort): void;
  /**
   * Sends text to the phone at its pace; `done` is called once: the text has left, or it will not.
   * @returns whether there is room for the text; else `done` is not called
   */
  write(text: string, done: (isSent: boolean) => void): boolean;
  /** Reads what waits for missing packets now, because no more will come. */
  finishReading(): void;
  /** Whether all text has left as often as it is repeated. */
  isSettled(): boolean;
  close(): void;
};

/** A text that is on its way to the phone. */
type Writing = { readonly done: (isSent: boolean) => void; readonly stopTimer: () => void };

/** Text over RTP with one phone: connects the two machines with a port and the clock. */
export function createTextStream({ clock, randomNumber, meter, received }: TextStreamOptions): TextStream {
  const createLimit = () => createRateLimit(TEXT_GATEWAY_LIMITS.packets, () => clock.now());
  // Forged packets that do not know the stream must not use up what the phone may send.
  const mayReadStream = createLimit();
  const mayReadOther = createLimit();
  const writing = new Map<number, Writing>();
  let sender = createSender({
    ssrc: randomNumber(),
    sequence: randomNumber(),
    timestamp: randomNumber(),
  });
  let receiver = createReceiver(typesFor(undefined));
  let source: RtpSource | undefined;
  let port: RtpPort | undefined;
  let isClosed = false;
  let lastId = 0;
  let stopSending = nothing;
  let stopReceiving = nothing;

  function send(event: SenderEvent): void {
    if (isClosed) return;
    const { state, effects, timerMs } = stepSender(sender, event);
    sender = state;
    stopSending();
    stopSending =
      timerMs === undefined
        ? nothing
        : clock.setTimer(timerMs, () => send({ type: 'timerFired', now: clock.now() }));
    for (const { bytes, ids } of effects) {
      const settle = (isSent: boolean): void => ids.forEach((id) => finish(id, isSent));
      if (port === undefined || source === undefined) settle(false);
      else port.send(bytes, destinationOf(source), settle);
    }
  }

  function finish(id: number, isSent: boolean): void {
    const text = writing.get(id);
    if (text === undefined) return;
    writing.delete(id);
    text.stopTimer();
    meter.gatewayText(isSent ? 'sent' : 'unsent');
    text.done(isSent);
  }

  function read(event: ReceiverEvent): void {
    if (isClosed) return;
    const { state, effects, timerMs } = stepReceiver(receiver, event);
    receiver = state;
    stopReceiving();
    stopReceiving =
      timerMs === undefined
        ? nothing
        : clock.setTimer(timerMs, () => read({ type: 'timerFired', now: clock.now() }));
    for (const effect of effects) {
      meter.gatewayText(effect.do === 'count' ? effect.what : 'read');
      if (effect.do === 'readText') received(effect.text);
    }
  }

  /** Text that the phone does not take in time will not be sent any more, and its writer is told so. */
  function giveUp(id: number): void {
    send({ type: 'withdrawn', id, now: clock.now() });
    finish(id, false);
  }

  return {
    attach(opened) {
      port = opened;
    },
    describe(agreed) {
      const now = clock.now();
      const place = agreed?.phone.place;
      const isSame = place?.address === source?.described.address && place?.port === source?.described.port;
      if (!isSame) source = place && { described: place, heardPort: undefined };
      const format = agreed?.phone.isReading === true ? agreed.phone.format : undefined;
      if (agreed !== undefined) read({ type: 'typesChanged', types: agreed.types, now });
      send({ type: 'formatChanged', format, now });
    },
    receive(datagram, from) {
      if (isClosed || source === undefined || datagram.length > TEXT_GATEWAY_LIMITS.datagramBytes) return;
      const packet = readRtpPacket(datagram);
      const heard = packet && acceptSource(source, from, packet, receiver.stream);
      if (packet === undefined || heard === undefined) {
        meter.gatewayText('ignored');
        return;
      }
      const isStream = receiver.stream === undefined || receiver.stream.ssrc === packet.ssrc;
      if (!(isStream ? mayReadStream() : mayReadOther())) {
        meter.refused('text_gateway');
        return;
      }
      const now = clock.now();
      const { types } = receiver;
      const isText = packet.payloadType === types.t140 || packet.payloadType === types.red;
      // Packets from another port may have begun the stream before the phone.
      if (isText && source.heardPort !== undefined && heard.heardPort !== source.heardPort)
        read({ type: 'typesChanged', types, now });
      if (isText) source = heard;
      read({ type: 'packetReceived', packet, now });
    },
    write(text, done) {
      const isFull = waitingLength(sender) + text.length > TEXT_GATEWAY_LIMITS.waitingLength;
      if (isClosed || isFull) return false;
      lastId += 1;
      const id = lastId;
      const stopTimer = clock.setTimer(TEXT_GATEWAY_LIMITS.waitingMs, () => giveUp(id));
      writing.set(id, { done, stopTimer });
      send({ type: 'written', id, text, now: clock.now() });
      return true;
    },
    finishReading: () => read({ type: 'ended', now: clock.now() }),
    isSettled: () => sender.format === undefined || (sender.waiting.length === 0 && sender.repeatsLeft === 0),
    close() {
      if (isClosed) return;
      isClosed = true;
      stopSending();
      stopReceiving();
      for (const id of writing.keys()) finish(id, false);
      port?.close();
    },
  };
}
