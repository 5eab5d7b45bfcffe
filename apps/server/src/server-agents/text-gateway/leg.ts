import type {
  ClientHandler,
  ClientTransaction,
  Header,
  ServerTransaction,
  SipRequest,
  SipResponse,
} from '@samtal/sip';
import { contactUriOf, isSuccess, withHeader } from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import { ALLOW } from '../abilities.ts';
import type { CallDialog } from '../call/call-dialog.ts';
import { createCallResponse } from '../call/call-response.ts';
import type { Content, Dialog } from '../call/dialog.ts';
import { createRequest, followRequest } from '../call/dialog.ts';

/** What the legs of a call need of its user agent. */
export type LegTools = {
  /** Value of Contact. */
  readonly contact: string;
  readonly send: (request: SipRequest, handler: ClientHandler) => ClientTransaction;
  readonly sendAck: (ack: SipRequest) => void;
};

export type LegAnswer = {
  readonly content?: Content;
  readonly headers?: readonly Header[];
};

/** The gateway's side of one of the two dialogs of a call. */
export type Leg = Pick<CallDialog, 'callId' | 'request'> & {
  /** Notes a request of the peer; returns false when it is older than the peer's last request. */
  follow(request: SipRequest): boolean;
  respond(transaction: ServerTransaction, status: number, answer?: LegAnswer): void;
  /** Sends BYE, whose answer does not matter. */
  bye(headers: readonly Header[]): void;
  /**
   * Sends a re-INVITE. A 2xx is acknowledged; `done` gets the final response, undefined when there is none in time.
   * @returns a function that cancels the re-INVITE
   */
  reinvite(offer: Content, done: (response: SipResponse | undefined) => void): () => void;
};

/** The ACK of a 2xx (RFC 3261 §13.2.2.4). */
export function createAck(dialog: Dialog): SipRequest {
  const { request } = createRequest({ ...dialog, localNumber: dialog.localNumber - 1 }, 'ACK');
  return request;
}

export function createLeg(opened: Dialog, { contact, send, sendAck }: LegTools): Leg {
  let dialog = opened;

  function next(method: string, content?: Content): SipRequest {
    const created = createRequest(dialog, method, content);
    dialog = created.dialog;
    return created.request;
  }

  return {
    callId: opened.callId,
    follow(request) {
      const followed = followRequest(dialog, request);
      dialog = followed ?? dialog;
      return followed !== undefined;
    },
    respond(transaction, status, { content, headers = [] } = {}) {
      const response = createCallResponse(transaction.request, { status, toTag: dialog.localTag, contact });
      const type = content === undefined ? [] : [{ name: 'Content-Type', value: content.type }];
      transaction.respond({
        ...response,
        headers: [...response.headers, ...headers, ...type],
        body: content?.body ?? '',
      });
    },
    request(method, content, done) {
      send(next(method, content), {
        response: ({ status }) => {
          if (status >= 200) done(status);
        },
        timedOut: () => done(408),
        flowLost: nothing,
      });
    },
    bye(headers) {
      const request = next('BYE');
      send(
        { ...request, headers: [...request.headers, ...headers] },
        { response: nothing, timedOut: nothing, flowLost: nothing },
      );
    },
    reinvite(offer, done) {
      const request = withHeader(withHeader(next('INVITE', offer), 'Contact', contact), 'Allow', ALLOW);
      const sent = dialog;
      const transaction = send(request, {
        response(response) {
          if (response.status < 200) return;
          if (isSuccess(response)) {
            const remoteTarget = contactUriOf(response) || dialog.remoteTarget;
            dialog = { ...dialog, remoteTarget };
            sendAck(createAck({ ...sent, remoteTarget }));
          }
          done(response);
        },
        timedOut: () => done(undefined),
        flowLost: nothing,
      });
      return () => transaction.cancel([]);
    },
  };
}
