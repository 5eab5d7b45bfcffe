import type { TextSupport, TransportChoice } from '@samtal/realtime-text';
import { addTextToSdp, answerChannel, chooseTransport, readTextFromSdp } from '@samtal/realtime-text';
import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import type { Gate } from './gate.ts';
import { createGate } from './gate.ts';
import type { MediaPlan } from './media/media-plan.ts';
import { planMedia } from './media/media-plan.ts';
import type { MediaStack, OpenMediaStack } from './media/media-threads.ts';
import type { StackReport } from './media/stack-messages.ts';
import { answerWithoutMedia } from './sdp-answer.ts';
import type { AgentEffect, Line, Offer, ServerAgent } from './server-agent.ts';

export type AnsweringOptions = {
  readonly line: Line;
  /** Handles the text of the call; it sees no offers and answers. */
  readonly service: ServerAgent;
  /** Sends the caller's sound and video back. */
  readonly returnsMedia: boolean;
  /** After BYE, waits for text that is in transit on the data channel, which is not ordered with BYE. */
  readonly hearsOut?: boolean;
  /** Absent = text by MESSAGE only. */
  readonly openMedia: OpenMediaStack | undefined;
};

/** A negotiation that waits for the answer of the stack. */
type Negotiation = { readonly plan: MediaPlan; readonly offer: Offer; readonly isFirst: boolean };

/** Sent when the caller offered sound or video and no media stack is available. */
const WITHOUT_MEDIA = 'Sound and video are not possible in this call. You can go on with text.\u2028';

function wireFor(
  peer: TextSupport,
  peerAllowsMessage: boolean,
  order: readonly ('data-channel' | 'message')[],
): TransportChoice['name'] {
  return chooseTransport({ own: { dataChannel: true, message: true }, peer, peerAllowsMessage, order }).name;
}

/**
 * A server agent that answers immediately and exchanges text with the caller: T.140 on a data channel if the
 * caller offers one, else by MESSAGE, also when the channel does not open (decision D10). A caller with
 * neither text nor media in common gets 488.
 */
export function createAnswering({
  line,
  service,
  returnsMedia,
  hearsOut = false,
  openMedia,
}: AnsweringOptions): ServerAgent {
  let stack: MediaStack | undefined;
  let negotiation: Negotiation | undefined;
  let wire: TransportChoice['name'] = 'none';
  let hasMessage = false;
  /** Text has moved to MESSAGE for the rest of the call. */
  let hasFallenBack = false;
  /** The stack handles sound or video. */
  let hasMedia = false;
  let isEstablished = false;
  let isChannelOpen = false;
  /** Text that waits for the channel to open. */
  let held: string[] = [];
  /** The caller offered sound or video and there is no stack; the caller is told once. */
  let mustSayWithoutMedia = false;
  let stopAnswerTimer = nothing;
  let stopChannelTimer = nothing;
  /** Set after BYE, while text that was sent before it may still arrive. */
  let late: Gate | undefined;
  let stopLateTimer = nothing;

  /** Sends the text of the service over the chosen text transport. */
  function speak(effects: readonly AgentEffect[]): readonly AgentEffect[] {
    return effects.flatMap((effect): readonly AgentEffect[] => {
      if (effect.do !== 'sendText') return [effect];
      if (wire === 'message') return [effect];
      if (wire === 'dataChannel' && isChannelOpen) stack?.order({ do: 'sendText', text: effect.text });
      else if (wire === 'dataChannel') held.push(effect.text);
      return held.length > AGENT_LIMITS.waitingTexts ? [{ do: 'hangUp' }] : [];
    });
  }

  function takeHeld(): readonly AgentEffect[] {
    const texts = held;
    held = [];
    return speak(texts.map((text) => ({ do: 'sendText', text })));
  }

  function fallBackToMessage(): readonly AgentEffect[] {
    if (wire !== 'dataChannel') return [];
    wire = 'message';
    hasFallenBack = true;
    stopChannelTimer();
    return takeHeld();
  }

  function negotiate(offer: Offer, isFirst: boolean): readonly AgentEffect[] {
    if (offer.offer === undefined) return [{ do: 'refuse', status: 488 }];
    const withoutMedia = answerWithoutMedia(offer.offer, offer.session);
    if (withoutMedia === undefined) return [{ do: 'refuse', status: 400 }];
    const peer = readTextFromSdp(offer.offer);
    const offered = wireFor(peer, offer.allowsMessage, ['data-channel', 'message']);
    if (!hasFallenBack) wire = offered;
    hasMessage = wireFor(peer, offer.allowsMessage, ['message']) === 'message';
    const plan =
      openMedia &&
      planMedia(offer.offer, {
        sound: returnsMedia,
        picture: returnsMedia,
        text: offered === 'dataChannel' ? peer.dataChannel : undefined,
      });
    if (plan !== undefined && !hasFallenBack) stack ??= openMedia?.(receiveReport);
    const before: readonly AgentEffect[] = isFirst ? [{ do: 'ring' }] : [];
    if (plan === undefined || stack === undefined) {
      const effects = answerWithText(withoutMedia, plan);
      return hasMessage ? [...before, ...effects] : effects;
    }
    negotiation = { plan, offer, isFirst };
    hasMedia = plan.stackOffer.codecs.length > 0;
    stopAnswerTimer = line.clock.setTimer(AGENT_LIMITS.mediaAnswerMs, () =>
      receiveReport({ type: 'failed', reason: 'no answer in time' }),
    );
    stack.order({ do: 'answer', offer: plan.stackOffer });
    return before;
  }

  /** @param missed the media that a stack would have made possible */
  function answerWithText(sdp: string, missed: MediaPlan | undefined): readonly AgentEffect[] {
    if (!hasMessage) {
      const { retryAfterSeconds } = AGENT_LIMITS;
      // 480 if only a free thread is missing: the next call may get one (RFC 3261 §21.4.18).
      const status = missed === undefined ? 488 : 480;
      return [{ do: 'refuse', status, ...(missed !== undefined && { retryAfterSeconds }) }];
    }
    wire = 'message';
    mustSayWithoutMedia ||= missed !== undefined && missed.stackOffer.codecs.length > 0;
    return [{ do: 'answer', sdp }, ...(isEstablished ? sayWithoutMedia() : [])];
  }

  function sayWithoutMedia(): readonly AgentEffect[] {
    if (!mustSayWithoutMedia) return [];
    mustSayWithoutMedia = false;
    return speak([{ do: 'sendText', text: WITHOUT_MEDIA }]);
  }

  function receiveReport(report: StackReport): void {
    line.act(() => {
      if (report.type === 'answered') return answered(report.sdp);
      if (report.type === 'failed') return failed(report.reason);
      if (report.type === 'textReceived') return speak(keep(service(report)));
      isChannelOpen = true;
      stopChannelTimer();
      return takeHeld();
    });
  }

  function answered(stackAnswer: string): readonly AgentEffect[] {
    if (negotiation === undefined) return [];
    const { plan, offer } = negotiation;
    negotiation = undefined;
    stopAnswerTimer();
    const own = { dataChannel: plan.stackOffer.textStreamId !== undefined, message: true };
    const channel = readTextFromSdp(offer.offer ?? '').dataChannel;
    const sdp = plan.complete(stackAnswer, offer.session);
    return [{ do: 'answer', sdp: addTextToSdp(sdp, own, channel && answerChannel(channel)) }];
  }

  function failed(reason: string): readonly AgentEffect[] {
    if (late !== undefined) {
      // The caller has closed the channel: no more text will arrive.
      late.open();
      return [];
    }
    line.log.warn({ event: 'agent_media_failed', reason });
    const ongoing = negotiation;
    negotiation = undefined;
    stopAnswerTimer();
    closeStack();
    // Text by MESSAGE needs no stack, so the call continues until its service ends it.
    const canGoOn = ongoing?.isFirst === true || (hasFallenBack && !hasMedia);
    if (!canGoOn) return [{ do: 'refuse', status: 488 }, { do: 'hangUp' }];
    if (ongoing === undefined) return [];
    const sdp = answerWithoutMedia(ongoing.offer.offer ?? '', ongoing.offer.session) ?? '';
    return answerWithText(sdp, ongoing.plan);
  }

  function closeStack(): void {
    void stack?.close();
    stack = undefined;
  }

  /** A data channel cannot report that a text was not stored, so the call ends instead. */
  function keep(effects: readonly AgentEffect[]): readonly AgentEffect[] {
    for (const effect of effects)
      if (effect.do === 'takeAfter') effect.stored.catch(() => line.act(() => [{ do: 'hangUp' }]));
    return effects;
  }

  function hearOut(): readonly AgentEffect[] {
    if (!hearsOut || !isChannelOpen || stack === undefined) return [];
    if (late === undefined) {
      late = createGate();
      stopLateTimer = line.clock.setTimer(AGENT_LIMITS.lateTextMs, () => late?.open());
    }
    return [{ do: 'takeAfter', stored: late.opened }];
  }

  return (event) => {
    switch (event.type) {
      case 'invited': {
        const effects = negotiate(event, true);
        const { position: body } = event;
        if (body === undefined || effects.some((effect) => effect.do === 'refuse')) return effects;
        const contentType = 'application/pidf+xml';
        return [...effects, ...speak(service({ type: 'infoReceived', contentType, body }))];
      }
      case 'reinvited':
        return negotiate(event, false);
      case 'established':
        if (wire === 'dataChannel' && hasMessage && !isChannelOpen)
          stopChannelTimer = line.clock.setTimer(AGENT_LIMITS.channelOpenMs, () =>
            line.act(fallBackToMessage),
          );
        isEstablished = true;
        return [...speak(service(event)), ...sayWithoutMedia()];
      case 'textReceived':
        return [...fallBackToMessage(), ...speak(service(event))];
      case 'infoReceived':
        return speak(service(event));
      case 'hangingUp':
        return hearOut();
      case 'ended':
        stopAnswerTimer();
        stopChannelTimer();
        stopLateTimer();
        late?.open();
        closeStack();
        return service(event);
    }
  };
}
