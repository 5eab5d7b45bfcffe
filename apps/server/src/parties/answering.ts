import type { TextSupport, WireChoice } from '@samtal/realtime-text';
import { addTextToSdp, chooseWire, readTextFromSdp } from '@samtal/realtime-text';
import { AGENT_LIMITS } from '../domain/limits.ts';
import type { Gate } from './gate.ts';
import { createGate } from './gate.ts';
import type { MediaPlan } from './media/media-plan.ts';
import { planMedia } from './media/media-plan.ts';
import type { MediaStack, OpenMediaStack } from './media/media-threads.ts';
import type { StackReport } from './media/stack-messages.ts';
import type { Line, Offer, Party, PartyEffect } from './party.ts';
import { answerWithoutMedia } from './sdp-answer.ts';

export type AnsweringOptions = {
  readonly line: Line;
  /** What is said and heard; of offers and answers it sees nothing. */
  readonly service: Party;
  /** Gives sound and picture back. */
  readonly returnsMedia: boolean;
  /** Waits, when the caller hangs up, for text that a data channel still carries: it knows nothing of BYE. */
  readonly hearsOut?: boolean;
  /** Without it there is text by MESSAGE only. */
  readonly openMedia: OpenMediaStack | undefined;
};

/** An answer that the stack is making. */
type Negotiation = { readonly plan: MediaPlan; readonly offer: Offer; readonly isFirst: boolean };

const nothing = (): void => undefined;

function wireFor(
  peer: TextSupport,
  peerAllowsMessage: boolean,
  order: readonly ('data-channel' | 'message')[],
): WireChoice['name'] {
  return chooseWire({ own: { dataChannel: true, message: true }, peer, peerAllowsMessage, order }).name;
}

/**
 * A party that answers at once and speaks text with the caller: T.140 on a data channel where the caller offers one,
 * MESSAGE otherwise and when the channel does not open (decision D10). A caller with neither text nor media in common
 * gets 488.
 */
export function createAnswering({
  line,
  service,
  returnsMedia,
  hearsOut = false,
  openMedia,
}: AnsweringOptions): Party {
  let stack: MediaStack | undefined;
  let negotiation: Negotiation | undefined;
  let wire: WireChoice['name'] = 'none';
  let hasMessage = false;
  /** Text has moved to MESSAGE, where it stays. */
  let hasFallenBack = false;
  /** Sound or a picture goes through the stack. */
  let hasMedia = false;
  let isChannelOpen = false;
  /** What waits for the channel to open. */
  let held: string[] = [];
  let stopAnswerTimer = nothing;
  let stopChannelTimer = nothing;
  /** Set while text is waited for that was sent before BYE. */
  let late: Gate | undefined;
  let stopLateTimer = nothing;

  /** Brings what the service says onto the wire. */
  function speak(effects: readonly PartyEffect[]): readonly PartyEffect[] {
    return effects.flatMap((effect): readonly PartyEffect[] => {
      if (effect.do !== 'sendText') return [effect];
      if (wire === 'message') return [effect];
      if (wire === 'dataChannel' && isChannelOpen) stack?.order({ do: 'sendText', text: effect.text });
      else if (wire === 'dataChannel') held.push(effect.text);
      return [];
    });
  }

  function takeHeld(): readonly PartyEffect[] {
    const texts = held;
    held = [];
    return speak(texts.map((text) => ({ do: 'sendText', text })));
  }

  function fallBackToMessage(): readonly PartyEffect[] {
    if (wire !== 'dataChannel') return [];
    wire = 'message';
    hasFallenBack = true;
    stopChannelTimer();
    return takeHeld();
  }

  function negotiate(offer: Offer, isFirst: boolean): readonly PartyEffect[] {
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
    const before: readonly PartyEffect[] = isFirst ? [{ do: 'ring' }] : [];
    if (plan === undefined || stack === undefined)
      return hasMessage ? [...before, ...answerWithText(withoutMedia)] : answerWithText(withoutMedia);
    negotiation = { plan, offer, isFirst };
    hasMedia = plan.stackOffer.codecs.length > 0;
    stopAnswerTimer = line.clock.setTimer(AGENT_LIMITS.mediaAnswerMs, () =>
      receiveReport({ type: 'failed', reason: 'no answer in time' }),
    );
    stack.order({ do: 'answer', offer: plan.stackOffer });
    return before;
  }

  function answerWithText(sdp: string): readonly PartyEffect[] {
    if (!hasMessage) return [{ do: 'refuse', status: 488 }];
    wire = 'message';
    return [{ do: 'answer', sdp }];
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

  function answered(stackAnswer: string): readonly PartyEffect[] {
    if (negotiation === undefined) return [];
    const { plan, offer } = negotiation;
    negotiation = undefined;
    stopAnswerTimer();
    const streamId = plan.stackOffer.textStreamId;
    const own = { dataChannel: streamId !== undefined, message: true };
    return [{ do: 'answer', sdp: addTextToSdp(plan.complete(stackAnswer, offer.session), own, streamId) }];
  }

  function failed(reason: string): readonly PartyEffect[] {
    if (late !== undefined) {
      // The caller has gone, and with it the channel: nothing more will come.
      late.open();
      return [];
    }
    line.log.warn({ reason }, 'the media of a party failed');
    const ongoing = negotiation;
    negotiation = undefined;
    stopAnswerTimer();
    closeStack();
    // Text that goes by MESSAGE needs no stack: the call lives on as long as its service says.
    const canGoOn = ongoing?.isFirst === true || (hasFallenBack && !hasMedia);
    if (!canGoOn) return [{ do: 'refuse', status: 488 }, { do: 'hangUp' }];
    if (ongoing === undefined) return [];
    return answerWithText(answerWithoutMedia(ongoing.offer.offer ?? '', ongoing.offer.session) ?? '');
  }

  function closeStack(): void {
    void stack?.close();
    stack = undefined;
  }

  /** On a channel nobody can be told that a text was not kept; the call ends, so that nobody believes it was. */
  function keep(effects: readonly PartyEffect[]): readonly PartyEffect[] {
    for (const effect of effects)
      if (effect.do === 'takeAfter') effect.stored.catch(() => line.act(() => [{ do: 'hangUp' }]));
    return effects;
  }

  function hearOut(): readonly PartyEffect[] {
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
        return speak(service(event));
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
