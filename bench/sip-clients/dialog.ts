import { uriIn, valueOf, valuesOf } from './messages.ts';
import type { Request } from './transactions.ts';

/** An open call as one of its ends sees it (RFC 3261 §12). */
export type Dialog = {
  readonly callId: string;
  readonly local: string;
  readonly remote: string;
  readonly target: string;
  readonly routes: readonly string[];
  /** Of the last request that this end has sent. */
  cseq: number;
};

/** The dialog of the caller. @param response the 200 to its INVITE */
export const callersDialog = (invite: Request, response: string): Dialog => ({
  callId: invite.callId,
  local: invite.from,
  remote: valueOf(response, 'To'),
  target: uriIn(valueOf(response, 'Contact')),
  routes: valuesOf(response, 'Record-Route').toReversed(),
  cseq: invite.cseq,
});

/** The dialog of the callee. @param tag the one that it adds to To */
export const calleesDialog = (invite: string, tag: string): Dialog => ({
  callId: valueOf(invite, 'Call-ID'),
  local: `${valueOf(invite, 'To')};tag=${tag}`,
  remote: valueOf(invite, 'From'),
  target: uriIn(valueOf(invite, 'Contact')),
  routes: valuesOf(invite, 'Record-Route'),
  cseq: 0,
});

/** A request in the dialog; the ACK has the number of the INVITE. */
export function requestIn(
  dialog: Dialog,
  method: string,
  { lines = [], body = '' }: { readonly lines?: readonly string[]; readonly body?: string } = {},
): Request {
  // A request that is challenged takes two numbers.
  if (method !== 'ACK') dialog.cseq += 2;
  const { callId, target, routes, cseq } = dialog;
  return { method, uri: target, from: dialog.local, to: dialog.remote, callId, cseq, routes, lines, body };
}
