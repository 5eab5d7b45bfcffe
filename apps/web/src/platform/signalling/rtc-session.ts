import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';

type RequestOptions = {
  readonly extraHeaders?: readonly string[];
  readonly body?: string;
  readonly eventHandlers?: {
    readonly onSuccessResponse?: () => void;
    readonly onErrorResponse?: () => void;
    readonly onRequestTimeout?: () => void;
    readonly onTransportError?: () => void;
    readonly onDialogError?: () => void;
  };
};

/** What JsSIP 3.13.8 has and its types leave out. */
export type Session = RTCSession & {
  /** A request inside the dialog (JsSIP `Dialog.sendRequest`). */
  sendRequest(method: string, options?: RequestOptions): void;
  /** Set, a 2xx that crossed our CANCEL is answered with ACK and BYE (JsSIP `_receiveInviteResponse`). */
  _is_canceled: boolean;
  /** The dialog, from the 200 on until the end. */
  _dialog?: {
    readonly id: { readonly call_id: string; readonly local_tag: string; readonly remote_tag: string };
    /** An offer of ours waits for its answer. */
    readonly uac_pending_reply: boolean;
    terminate(): void;
  } | null;
  /** `createAnswer` of an offer that changes the call; JsSIP itself reads `iceRestart`. */
  _rtcAnswerConstraints: { readonly iceRestart: boolean };
  /** There are addresses enough for a description. */
  _iceReady: boolean;
  /** Every response to the INVITE of an outgoing call. */
  _receiveInviteResponse(response: IncomingResponse): void;
  /** Makes the dialog of a 2xx and puts it in `_dialog`; false when the response names none. */
  _createDialog(response: IncomingResponse, role: 'UAC'): boolean;
  /** Every request inside the dialog, and CANCEL. */
  receiveRequest(request: IncomingRequest): void;
};

/** A request's dialog and its number there (RFC 3261 §12); JsSIP has them as fields that its types leave out. */
export type DialogIds = {
  readonly cseq: number;
  readonly call_id: string;
  readonly from_tag: string;
  readonly to_tag: string | undefined;
};
