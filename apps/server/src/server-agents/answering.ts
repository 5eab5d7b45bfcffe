import type { TextSupport, TransportChoice } from '@samtal/realtime-text';
import { addTextToSdp, answerChannel, chooseTransport, readTextFromSdp } from '@samtal/realtime-text';
import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import { createAnsweringText } from './answering-text.ts';
import type { Deferred } from './deferred.ts';
import { createDeferred } from './deferred.ts';
import type { MediaPlan } from './media/media-plan.ts';
import { planMedia } from './media/media-plan.ts';
import type { MediaStack, OpenMediaStack } from './media/media-threads.ts';
import type { StackReport } from './media/stack-messages.ts';
import { answerWithoutMedia } from './sdp-answer.ts';
import type { AgentCall, AgentEffect, Offer, ServerAgent } from './server-agent.ts';

export type AnsweringOptions = {
  readonly call: AgentCall;
  /** The service behind the call: it handles text and INFO, and gets no offers. */
  readonly service: ServerAgent;
  /** Whether the agent sends the caller's sound and video back. */
  readonly returnsMedia: boolean;
  /** Whether BYE is answered only after a wait for text: text on the data channel may arrive after BYE. */
  readonly awaitsLateText?: boolean;
  /** Opens the WebRTC stack of the call; undefined = text by MESSAGE only. */
  readonly openMedia: OpenMediaStack | undefined;
};

/** A negotiation that waits for the answer of the stack. */
type Negotiation = { readonly plan: MediaPlan; readonly offer: Offer; readonly isFirst: boolean };

/** The text for a caller who offered sound or video when no media stack is available. */
const NO_MEDIA = 'Sound and video are not possible in this call. You can go on with text.\u2028';

function transportFor(
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
  call,
  service,
  returnsMedia,
  awaitsLateText = false,
  openMedia,
}: AnsweringOptions): ServerAgent {
  const text = createAnsweringText(call.clock, (sent) => stack?.order({ do: 'sendText', text: sent }));
  let stack: MediaStack | undefined;
  let negotiation: Negotiation | undefined;
  let hasMessage = false;
  /** Whether the stack of the call handles sound or video. */
  let hasMedia = false;
  let isEstablished = false;
  /** Whether the caller must still be told that sound and video are not possible. */
  let mustReportNoMedia = false;
  let stopAnswerTimer = nothing;
  /** Set after BYE, while text that was sent before it may still arrive. */
  let lateText: Deferred | undefined;
  let stopLateTimer = nothing;

  function negotiate(offer: Offer, isFirst: boolean): readonly AgentEffect[] {
    if (offer.offer === undefined) return [{ do: 'refuse', status: 488 }];
    const withoutMedia = answerWithoutMedia(offer.offer, offer.session);
    if (withoutMedia === undefined) return [{ do: 'refuse', status: 400 }];
    const peer = readTextFromSdp(offer.offer);
    const offered = transportFor(peer, offer.allowsMessage, ['data-channel', 'message']);
    text.agree(offered);
    hasMessage = transportFor(peer, offer.allowsMessage, ['message']) === 'message';
    const plan =
      openMedia &&
      planMedia(offer.offer, {
        audio: returnsMedia,
        video: returnsMedia,
        text: offered === 'dataChannel' ? peer.dataChannel : undefined,
      });
    if (plan !== undefined && !text.hasFallenBack()) stack ??= openMedia?.(receiveReport);
    const before: readonly AgentEffect[] = isFirst ? [{ do: 'ring' }] : [];
    if (plan === undefined || stack === undefined) {
      const effects = answerWithText(withoutMedia, plan);
      return hasMessage ? [...before, ...effects] : effects;
    }
    negotiation = { plan, offer, isFirst };
    hasMedia = plan.stackOffer.codecs.length > 0;
    stopAnswerTimer = call.clock.setTimer(AGENT_LIMITS.mediaAnswerMs, () =>
      receiveReport({ type: 'failed', reason: 'no answer in time' }),
    );
    stack.order({ do: 'answer', offer: plan.stackOffer });
    return before;
  }

  /**
   * Answers without media, so that text goes by MESSAGE; refuses a caller that does not allow MESSAGE.
   * @param missed the media for which no stack is free; undefined = the offer has no usable media
   */
  function answerWithText(sdp: string, missed: MediaPlan | undefined): readonly AgentEffect[] {
    if (!hasMessage) {
      const { retryAfterSeconds } = AGENT_LIMITS;
      // 480 if only a free thread is missing: the next call may get one (RFC 3261 §21.4.18).
      const status = missed === undefined ? 488 : 480;
      return [{ do: 'refuse', status, ...(missed !== undefined && { retryAfterSeconds }) }];
    }
    text.useMessage();
    mustReportNoMedia ||= missed !== undefined && missed.stackOffer.codecs.length > 0;
    return [{ do: 'answer', sdp }, ...(isEstablished ? reportNoMedia() : [])];
  }

  function reportNoMedia(): readonly AgentEffect[] {
    if (!mustReportNoMedia) return [];
    mustReportNoMedia = false;
    return text.send([{ do: 'sendText', text: NO_MEDIA }]);
  }

  function receiveReport(report: StackReport): void {
    call.act(() => {
      if (report.type === 'answered') return answered(report.sdp);
      if (report.type === 'failed') return failed(report.reason);
      if (report.type === 'textReceived') return text.send(hangUpUnlessStored(service(report)));
      return text.channelOpened();
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
    if (lateText !== undefined) {
      // The caller has closed the channel: no more text will arrive.
      lateText.resolve();
      return [];
    }
    call.log.warn({ event: 'agent_media_failed', reason });
    const ongoing = negotiation;
    negotiation = undefined;
    stopAnswerTimer();
    closeStack();
    // Text by MESSAGE needs no stack, so the call continues until its service ends it.
    const canGoOn = ongoing?.isFirst === true || (text.hasFallenBack() && !hasMedia);
    if (!canGoOn) return [{ do: 'refuse', status: 488 }, { do: 'hangUp' }];
    if (ongoing === undefined) return [];
    const sdp = answerWithoutMedia(ongoing.offer.offer ?? '', ongoing.offer.session) ?? '';
    return answerWithText(sdp, ongoing.plan);
  }

  function closeStack(): void {
    void stack?.close();
    stack = undefined;
  }

  /** Hangs up if a text cannot be stored: a data channel cannot report this to the caller. */
  function hangUpUnlessStored(effects: readonly AgentEffect[]): readonly AgentEffect[] {
    for (const effect of effects)
      if (effect.do === 'takeAfter') effect.stored.catch(() => call.act(() => [{ do: 'hangUp' }]));
    return effects;
  }

  function awaitLateText(): readonly AgentEffect[] {
    if (!awaitsLateText || !text.isChannelOpen() || stack === undefined) return [];
    if (lateText === undefined) {
      lateText = createDeferred();
      stopLateTimer = call.clock.setTimer(AGENT_LIMITS.lateTextMs, () => lateText?.resolve());
    }
    return [{ do: 'takeAfter', stored: lateText.promise }];
  }

  return (event) => {
    switch (event.type) {
      case 'invited': {
        const effects = negotiate(event, true);
        const { position: body } = event;
        if (body === undefined || effects.some((effect) => effect.do === 'refuse')) return effects;
        const contentType = 'application/pidf+xml';
        return [...effects, ...text.send(service({ type: 'infoReceived', contentType, body }))];
      }
      case 'reinvited':
        return negotiate(event, false);
      case 'established':
        if (text.usesChannel() && hasMessage && !text.isChannelOpen())
          text.awaitChannel(() => call.act(() => text.fallBack()));
        isEstablished = true;
        return [...text.send(service(event)), ...reportNoMedia()];
      case 'textReceived':
        return [...text.fallBack(), ...text.send(service(event))];
      case 'infoReceived':
        return text.send(service(event));
      case 'hangingUp':
        return awaitLateText();
      case 'ended':
        stopAnswerTimer();
        text.stop();
        stopLateTimer();
        lateText?.resolve();
        closeStack();
        return service(event);
    }
  };
}
