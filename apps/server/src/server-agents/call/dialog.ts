import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { callIdOf, contactUriOf, cseqNumberOf, header, headers, tagOf } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';

/** The callee's side of a dialog (RFC 3261 §12). */
export type Dialog = {
  readonly callId: string;
  /** Value of From in the agent's requests, with the agent's tag. */
  readonly local: string;
  /** Value of To in the agent's requests, with the caller's tag. */
  readonly remote: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly routes: readonly string[];
  /** Request-URI of the agent's requests. */
  readonly remoteTarget: string;
  readonly localNumber: number;
  readonly remoteNumber: number;
};

/**
 * The dialog that a response with `localTag` opens (RFC 3261 §12.1.1); undefined if the INVITE has no
 * Contact.
 */
export function openDialog(invite: SipRequest, localTag: string): Dialog | undefined {
  const remoteTarget = contactUriOf(invite);
  const remote = header(invite, 'From') ?? '';
  return remoteTarget === ''
    ? undefined
    : {
        callId: callIdOf(invite),
        local: `${header(invite, 'To') ?? ''};tag=${localTag}`,
        remote,
        localTag,
        remoteTag: tagOf(remote) ?? '',
        routes: headers(invite, 'Record-Route'),
        remoteTarget,
        localNumber: 0,
        remoteNumber: cseqNumberOf(invite),
      };
}

/** The dialog that a 2xx opens for the agent that has sent the INVITE (RFC 3261 §12.1.2); undefined without a tag. */
export function openDialogAsCaller(invite: SipRequest, success: SipResponse): Dialog | undefined {
  const local = header(invite, 'From') ?? '';
  const remote = header(success, 'To') ?? '';
  const remoteTag = tagOf(remote);
  return remoteTag === undefined
    ? undefined
    : {
        callId: callIdOf(invite),
        local,
        remote,
        localTag: tagOf(local) ?? '',
        remoteTag,
        routes: headers(success, 'Record-Route').toReversed(),
        remoteTarget: contactUriOf(success) || invite.uri,
        localNumber: cseqNumberOf(invite),
        // The callee has sent no request yet (RFC 3261 §12.2.1.1).
        remoteNumber: 0,
      };
}

/** Whether the peer's From, Contact and routes, which every request to the peer repeats, are too long. */
export function isDialogTooLarge(message: SipRequest | SipResponse): boolean {
  const repeated = ['From', 'Contact', 'Record-Route'].flatMap((name) => headers(message, name));
  return Buffer.byteLength(repeated.join()) > AGENT_LIMITS.dialogBytes;
}

/** The key under which a dialog is stored. */
export const keyOfDialog = ({ callId, localTag, remoteTag }: Dialog): string =>
  JSON.stringify([callId, localTag, remoteTag]);

/** The key of the dialog to which a request of the caller belongs. */
export const keyOfRequest = (request: SipRequest): string =>
  JSON.stringify([
    callIdOf(request),
    tagOf(header(request, 'To')) ?? '',
    tagOf(header(request, 'From')) ?? '',
  ]);

/** The dialog after a request of the caller; undefined if the caller sent a newer one (RFC 3261 §12.2.2). */
export function followRequest(dialog: Dialog, request: SipRequest): Dialog | undefined {
  const remoteNumber = cseqNumberOf(request);
  if (remoteNumber < dialog.remoteNumber) return undefined;
  const target = request.method === 'INVITE' ? contactUriOf(request) : '';
  return { ...dialog, remoteNumber, remoteTarget: target || dialog.remoteTarget };
}

export type Content = { readonly type: string; readonly body: string };

/** The agent's next request, and the dialog after it (RFC 3261 §12.2.1.1). */
export function createRequest(
  dialog: Dialog,
  method: string,
  content?: Content,
): { readonly dialog: Dialog; readonly request: SipRequest } {
  const localNumber = dialog.localNumber + 1;
  const fields: Header[] = [
    ...dialog.routes.map((value) => ({ name: 'Route', value })),
    { name: 'Max-Forwards', value: '70' },
    { name: 'From', value: dialog.local },
    { name: 'To', value: dialog.remote },
    { name: 'Call-ID', value: dialog.callId },
    { name: 'CSeq', value: `${localNumber} ${method}` },
    ...(content === undefined ? [] : [{ name: 'Content-Type', value: content.type }]),
  ];
  return {
    dialog: { ...dialog, localNumber },
    request: {
      kind: 'request',
      method,
      uri: dialog.remoteTarget,
      headers: fields,
      body: content?.body ?? '',
    },
  };
}
