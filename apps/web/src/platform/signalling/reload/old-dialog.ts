import type { UA } from 'jssip';
import { Utils } from 'jssip';
import type { IncomingRequest } from 'jssip/lib/SIPMessage';
import type { SavedDialog } from './saved-dialog.ts';

/** The Reason with which this side ends a call that it cannot take up (RFC 3326). */
const LOST = 'Reason: SIP;cause=503;text="Connection lost"';

/** The delay after which the peer may repeat a request, in seconds. */
const RETRY_AFTER = 'Retry-After: 1';

type Answerable = IncomingRequest & {
  reply(status: number, reason?: string | null, headers?: readonly string[]): void;
};

/** Members of JsSIP's user agent that its types leave out. */
type UserAgent = UA & {
  readonly configuration: { readonly via_host: string };
  readonly transport: { readonly via_transport: string; send(message: string): boolean };
  newDialog(dialog: object): void;
};

/** The dialog of the page that was open before a reload: nothing is left of its session. */
export type OldDialog = {
  readonly saved: SavedDialog;
  /**
   * Answers requests in the dialog from now on: they are to be repeated until another dialog has replaced it
   * (decision D81).
   */
  attachTo(ua: UA): void;
  /** Ends the dialog. @param isLost the user has not ended it */
  bye(ua: UA, isLost: boolean): void;
};

/** @param onBye called when the peer has ended the dialog */
export function createOldDialog(saved: SavedDialog, onBye: () => void): OldDialog {
  const { callId, localTag, remoteTag, localUri, remoteUri, remoteTarget, routes, cseq } = saved;
  let number = cseq;

  function receiveRequest(request: Answerable): void {
    if (request.method === 'BYE') {
      request.reply(200);
      onBye();
    } else if (request.method !== 'ACK' && request.method !== 'MESSAGE')
      request.reply(480, null, [RETRY_AFTER]);
  }

  return {
    saved,
    attachTo(ua) {
      const id = { toString: () => callId + localTag + remoteTag };
      (ua as UserAgent).newDialog({ id, receiveRequest });
    },
    bye(ua, isLost) {
      const { configuration, transport } = ua as UserAgent;
      number += 1;
      const lines = [
        `BYE ${remoteTarget} SIP/2.0`,
        `Via: SIP/2.0/${transport.via_transport} ${configuration.via_host};branch=z9hG4bK${Utils.newTag()}`,
        'Max-Forwards: 70',
        `From: <${localUri}>;tag=${localTag}`,
        `To: <${remoteUri}>;tag=${remoteTag}`,
        `Call-ID: ${callId}`,
        `CSeq: ${number} BYE`,
        ...routes.map((route) => `Route: ${route}`),
        ...(isLost ? [LOST] : []),
        'Content-Length: 0',
      ];
      // A WebSocket is reliable, and whatever the answer is, this side is done with the dialog.
      transport.send(`${lines.join('\r\n')}\r\n\r\n`);
    },
  };
}
