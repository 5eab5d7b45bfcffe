import type { CallState, Intents } from '@samtal/call-core';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { kindOf } from '../call-kind.ts';
import type { CallingProps } from './Calling.tsx';
import type { IncomingCallProps } from './IncomingCall.tsx';

type Phase<P extends CallState['phase']> = Extract<CallState, { phase: P }>;

/**
 * Props of an incoming call; its kind is the richest medium that the caller offers (CALLSCR-01).
 * @param isPerCall the user chooses for each call what it is made of (decision D33)
 */
export function selectIncomingCall(
  { call, offered }: Phase<'incoming'>,
  { answer, decline }: Pick<Intents, 'answer' | 'decline'>,
  isPerCall = false,
): Omit<IncomingCallProps, 'ringtone' | 'isClaimed'> {
  const byText = { audio: false, video: false, text: true };
  const isMore = offered.audio || offered.video;
  return {
    name: nameOf(call.remoteUser),
    address: call.remoteUser.address,
    kind: kindOf(offered),
    onAnswer: () => answer(),
    onReject: () => decline(),
    onAnswerWithText: isPerCall && isMore && offered.text ? () => answer(byText) : undefined,
    onRejectWith: isPerCall ? decline : undefined,
  };
}

export function selectCalling(
  { call, progress }: Phase<'calling'>,
  { cancel }: Pick<Intents, 'cancel'>,
): CallingProps {
  return {
    name: nameOf(call.remoteUser),
    address: call.remoteUser.address,
    isRinging: progress === 'ringing',
    onCancel: cancel,
  };
}
