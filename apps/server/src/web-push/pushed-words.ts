import { historyIdOf, type Pushed } from '@samtal/api-contract';
import type { CallToPush, PushedCallOutcome } from '../domain/people/pushed-call.ts';
import { type TextKey, textsFor } from '../texts/texts.ts';

/** What a call offers, after its richest medium; an INVITE without an offer is taken for a voice call. */
function kindOf(offer: string): TextKey {
  const has = (medium: string): boolean => new RegExp(`^m=${medium} [1-9]`, 'm').test(offer);
  if (has('video')) return 'pushVideoCall';
  return has('audio') || !/^m=/m.test(offer) ? 'pushVoiceCall' : 'pushTextCall';
}

const idOf = ({ callId }: CallToPush): string => historyIdOf('incoming', callId);

/** The reader of a push, and the name under which the reader knows the caller. */
export type Words = { readonly language: string; readonly name: string };

/** The push of a call to one device. */
export function callWords(call: CallToPush, secret: string, { language, name }: Words): Pushed {
  const t = textsFor(language);
  return {
    type: 'call',
    id: idOf(call),
    secret,
    title: t('pushCall', { name }),
    body: t(kindOf(call.offer)),
    missed: t('pushMissed', { name }),
    actions: { answer: t('pushAnswer'), answerWithText: t('pushAnswerWithText'), reject: t('pushReject') },
    notRejected: t('pushNotRejected'),
    until: call.until,
  };
}

/** The push that replaces the notification of a call which is over. */
export function callEndedWords(
  call: CallToPush,
  outcome: PushedCallOutcome,
  { language, name }: Words,
): Pushed {
  const t = textsFor(language);
  const isMissed = outcome === 'missed';
  const elsewhere = outcome === 'answered' ? 'pushAnsweredElsewhere' : 'pushRejectedElsewhere';
  return {
    type: 'callEnded',
    id: idOf(call),
    title: t(isMissed ? 'pushMissed' : 'pushCalled', { name }),
    body: t(isMissed ? kindOf(call.offer) : elsewhere),
    isMissed,
  };
}

/** The push of a message in the mailbox. */
export function messageWords(messageNumber: number, { language, name }: Words): Pushed {
  const t = textsFor(language);
  return {
    type: 'message',
    id: `message-${messageNumber}`,
    title: t('pushMessage', { name }),
    body: t('pushMessageBody'),
  };
}
