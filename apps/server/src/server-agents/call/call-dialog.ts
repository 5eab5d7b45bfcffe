import type { ClientHandler, ServerTransaction, SipRequest } from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import type { CallResponse } from './call-response.ts';
import { createCallResponse } from './call-response.ts';
import type { Content, Dialog } from './dialog.ts';
import { createRequest, followRequest } from './dialog.ts';

export type CallDialog = {
  readonly callId: string;
  /** Notes a request of the caller; returns false when it is older than the caller's last request. */
  follow(request: SipRequest): boolean;
  respond(
    transaction: ServerTransaction,
    status: number,
    more?: Pick<CallResponse, 'sdp' | 'retryAfter'>,
  ): void;
  /** Sends a request; `done` gets the final status, 408 when there is none in time. */
  request(method: string, content: Content | undefined, done: (status: number) => void): void;
};

export type CallDialogOptions = {
  /** Value of Contact. */
  readonly contact: string;
  readonly send: (request: SipRequest, handler: ClientHandler) => void;
};

/** The agent's side of one call's dialog: numbers the agent's requests and puts its tag into responses. */
export function createCallDialog(opened: Dialog, { contact, send }: CallDialogOptions): CallDialog {
  let dialog = opened;
  return {
    callId: opened.callId,
    follow(request) {
      const next = followRequest(dialog, request);
      dialog = next ?? dialog;
      return next !== undefined;
    },
    respond(transaction, status, more) {
      transaction.respond(
        createCallResponse(transaction.request, { status, toTag: dialog.localTag, contact, ...more }),
      );
    },
    request(method, content, done) {
      const next = createRequest(dialog, method, content);
      dialog = next.dialog;
      send(next.request, {
        response: ({ status }) => {
          if (status >= 200) done(status);
        },
        timedOut: () => done(408),
        flowLost: nothing,
      });
    },
  };
}
