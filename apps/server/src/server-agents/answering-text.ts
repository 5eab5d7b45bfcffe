import type { TransportChoice } from '@samtal/realtime-text';
import type { Clock } from '@samtal/sip';
import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import type { AgentEffect } from './server-agent.ts';

type Transport = TransportChoice['name'];

/** The text of an answered call: on a data channel, or by MESSAGE (decision D10). */
export type AnsweringText = {
  /** Uses this transport, unless text has moved to MESSAGE for the rest of the call. */
  agree(transport: Transport): void;
  /** Uses MESSAGE: the call has no stack. */
  useMessage(): void;
  /**
   * Sends the service's text over the data channel, or keeps it until the channel opens.
   * @returns the effects left for the call: text as MESSAGE; a hang-up if too much text waits
   */
  send(effects: readonly AgentEffect[]): readonly AgentEffect[];
  /** Waits for the channel to open; calls `late` when it has not opened in time. */
  awaitChannel(late: () => void): void;
  /** The channel is open: sends what waits for it. */
  channelOpened(): readonly AgentEffect[];
  /** Moves text from the data channel to MESSAGE, for the rest of the call. */
  fallBack(): readonly AgentEffect[];
  hasFallenBack(): boolean;
  isChannelOpen(): boolean;
  /** Whether text goes, or will go, over the data channel. */
  usesChannel(): boolean;
  stop(): void;
};

/** @param sendOnChannel sends text on the data channel of the stack */
export function createAnsweringText(clock: Clock, sendOnChannel: (text: string) => void): AnsweringText {
  let transport: Transport = 'none';
  let hasFallenBack = false;
  let isChannelOpen = false;
  /** Text that waits for the channel to open. */
  let waiting: string[] = [];
  let stopChannelTimer = nothing;

  function send(effects: readonly AgentEffect[]): readonly AgentEffect[] {
    return effects.flatMap((effect): readonly AgentEffect[] => {
      if (effect.do !== 'sendText') return [effect];
      if (transport === 'message') return [effect];
      if (transport === 'dataChannel' && isChannelOpen) sendOnChannel(effect.text);
      else if (transport === 'dataChannel') waiting.push(effect.text);
      return waiting.length > AGENT_LIMITS.waitingTexts ? [{ do: 'hangUp' }] : [];
    });
  }

  function sendWaiting(): readonly AgentEffect[] {
    const texts = waiting;
    waiting = [];
    return send(texts.map((text) => ({ do: 'sendText', text })));
  }

  return {
    agree(agreed) {
      if (!hasFallenBack) transport = agreed;
    },
    useMessage() {
      transport = 'message';
    },
    send,
    awaitChannel(late) {
      stopChannelTimer = clock.setTimer(AGENT_LIMITS.channelOpenMs, late);
    },
    channelOpened() {
      isChannelOpen = true;
      stopChannelTimer();
      return sendWaiting();
    },
    fallBack() {
      if (transport !== 'dataChannel') return [];
      transport = 'message';
      hasFallenBack = true;
      stopChannelTimer();
      return sendWaiting();
    },
    hasFallenBack: () => hasFallenBack,
    isChannelOpen: () => isChannelOpen,
    usesChannel: () => transport === 'dataChannel',
    stop: () => stopChannelTimer(),
  };
}
