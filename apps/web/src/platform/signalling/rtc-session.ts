import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';

export type RequestOptions = {
  readonly extraHeaders?: readonly string[];
  readonly body?: string;
  readonly eventHandlers?: {
    readonly onSuccessResponse?: () => void;
    readonly onErrorResponse?: (response?: IncomingResponse) => void;
    readonly onRequestTimeout?: () => void;
    readonly onTransportError?: () => void;
    readonly onDialogError?: (response?: IncomingResponse) => void;
    /** The request is sent again with credentials. */
    readonly onAuthenticated?: (request: NumberedRequest) => void;
  };
};

/** A request that was sent. */
type NumberedRequest = { readonly cseq: number };

/** Members of JsSIP 3.13.8 that its types leave out. */
export type Session = RTCSession & {
  /** Whether no offer is under way in either direction. */
  isReadyToReOffer(): boolean;
  /** Creates an offer and sends it by re-INVITE; `failed` without a response: no usable offer or answer. */
  _sendReinvite(options: {
    readonly rtcOfferConstraints?: RTCOfferOptions;
    readonly eventHandlers: {
      readonly succeeded: () => void;
      readonly failed: (response?: IncomingResponse) => void;
    };
  }): void;
  /** Resolves when the descriptions that were begun are set. */
  _connectionPromiseQueue: Promise<unknown>;
  /** A request inside the dialog (JsSIP `Dialog.sendRequest`). */
  sendRequest(method: string, options?: RequestOptions): NumberedRequest | undefined;
  /** If set, a 2xx that crossed our CANCEL is answered with ACK and BYE (JsSIP `_receiveInviteResponse`). */
  _is_canceled: boolean;
  /** The own Contact. */
  readonly _contact: string;
  /** The dialog, from the 200 until the end. */
  _dialog?: {
    readonly id: { readonly call_id: string; readonly local_tag: string; readonly remote_tag: string };
    /** A local offer waits for its answer. */
    readonly uac_pending_reply: boolean;
    terminate(): void;
  } | null;
  /** Options of `createAnswer` for an offer that changes the call; JsSIP itself reads `iceRestart`. */
  _rtcAnswerConstraints: { readonly iceRestart: boolean };
  /** 6: waits for the ACK of a 2xx; 9: confirmed. */
  _status: number;
  /** The first ACK has been sent or received. */
  readonly _is_confirmed: boolean;
  _confirmed(originator: 'remote', ack: null): void;
  readonly _timers: {
    readonly ackTimer: ReturnType<typeof setTimeout> | null;
    readonly invite2xxTimer: ReturnType<typeof setTimeout> | null;
  };
  /** Enough candidates are known for a description. */
  _iceReady: boolean;
  /** Receives every response to the INVITE of an outgoing call. */
  _receiveInviteResponse(response: IncomingResponse): void;
  /** Creates the dialog of a 2xx and puts it in `_dialog`; false if the response identifies none. */
  _createDialog(response: IncomingResponse, role: 'UAC'): boolean;
  /** Receives every request inside the dialog, and CANCEL. */
  receiveRequest(request: IncomingRequest): void;
};

/** The parts that identify a request and its dialog (RFC 3261 §12); JsSIP's types leave these fields out. */
export type DialogIds = {
  readonly cseq: number;
  readonly call_id: string;
  readonly from_tag: string;
  readonly to_tag: string | undefined;
};
