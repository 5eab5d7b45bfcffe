import type { Header, ServerTransaction, SipRequest, SipResponse } from '@samtal/sip';
import type { ForkTarget } from './fork-target.ts';

/** One request that is sent to all devices of the callee, and how far it has come. */
export type Fork = {
  /** The transaction with the caller. */
  readonly transaction: ServerTransaction;
  /** The request that the targets get. */
  readonly request: SipRequest;
  readonly isInvite: boolean;
  readonly targets: ForkTarget[];
  /** A final response of this server. */
  readonly refusal: (status: number, headers?: readonly Header[]) => SipResponse;
  /** The mailbox, once the call is diverted to it. */
  mailbox: ForkTarget | undefined;
  /** The final response for the caller unless a mailbox answers. */
  verdict: SipResponse | undefined;
  /** The caller has a final response, or has left. */
  isAnswered: boolean;
  /** Ends the ringing time. */
  stopRinging: () => void;
};

/** Cancels every branch that has no final response yet. */
export function cancelAll({ targets }: Fork, why: readonly Header[]): void {
  for (const target of targets) if (target.response === undefined) target.transaction?.cancel(why);
}

/** Whether a phone of the callee has said that it rings. */
export const hasRung = ({ targets, mailbox }: Fork): boolean =>
  targets.some((each) => each !== mailbox && each.heard === 'ringing');

/** The targets that have sent something and may still answer. */
export const liveTargets = ({ targets }: Fork): readonly ForkTarget[] =>
  targets.filter(({ heard, response }) => heard !== 'nothing' && response === undefined);
