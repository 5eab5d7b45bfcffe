import type { ClientTransaction, Header, SipRequest, SipResponse } from '@samtal/sip';
import { header, isSuccess, maxForwardsOf, parseNameAddr } from '@samtal/sip';
import { ALLOW } from '../abilities.ts';
import type { CallTools } from '../call/call.ts';
import type { Content } from '../call/dialog.ts';
import { fieldsOf } from './message-parts.ts';

/** The field in which the SIP server names the device that the gateway must call. */
export const TARGET_FIELD = 'Samtal-Text-Target';

/** The URI in the target field; undefined when the call did not come through the SIP server's rule for the gateway. */
export const targetOf = (invite: SipRequest): string | undefined =>
  parseNameAddr(header(invite, TARGET_FIELD) ?? '')?.uri;

/** Fields of the caller that the called device reads. */
const PASSED = [
  'Call-Info',
  'Subject',
  'Priority',
  'Geolocation',
  'Geolocation-Routing',
  'Diversion',
  'Samtal-Registered',
];

/** From or To without its tag. */
const withoutTag = (value: string): string => {
  const address = parseNameAddr(value);
  return address === undefined ? value : value.replace(/;\s*tag=[^;>]*$/i, '');
};

/**
 * The INVITE for the called device. It names the same caller, callee and call, so that all devices of both show the call
 * as without the gateway.
 */
export function createOutgoingInvite(
  incoming: SipRequest,
  target: string,
  offer: Content,
  { contact, createToken }: Pick<CallTools, 'contact' | 'createToken'>,
): SipRequest {
  return {
    kind: 'request',
    method: 'INVITE',
    uri: target,
    headers: [
      { name: 'Max-Forwards', value: String(maxForwardsOf(incoming) - 1) },
      { name: 'From', value: `${withoutTag(header(incoming, 'From') ?? '')};tag=${createToken()}` },
      { name: 'To', value: withoutTag(header(incoming, 'To') ?? '') },
      { name: 'Call-ID', value: header(incoming, 'Call-ID') ?? '' },
      { name: 'CSeq', value: '1 INVITE' },
      { name: 'Contact', value: contact },
      { name: 'Allow', value: ALLOW },
      ...fieldsOf(incoming, PASSED),
      { name: 'Content-Type', value: offer.type },
    ],
    body: offer.body,
  };
}

export type InviteHandlers = {
  readonly ringing: () => void;
  /** A 2xx, with the INVITE that it answers. More of them may come from other devices. */
  readonly accepted: (success: SipResponse, invite: SipRequest) => void;
  /** The final refusal; undefined = there is no response in time. */
  readonly refused: (response: SipResponse | undefined) => void;
};

/**
 * Sends the INVITE, and once more with credentials if it is challenged.
 * @returns a function that cancels it
 */
export function sendInvite(
  first: SipRequest,
  { send, withCredentials }: Pick<CallTools, 'send' | 'withCredentials'>,
  handlers: InviteHandlers,
): (headers: readonly Header[]) => void {
  let transaction: ClientTransaction | undefined;
  let isCancelled = false;

  function attempt(invite: SipRequest, mayRepeat: boolean): void {
    transaction = send(invite, {
      response(response) {
        if (isSuccess(response)) handlers.accepted(response, invite);
        else if (response.status < 200) {
          if (response.status > 100) handlers.ringing();
        } else {
          const { status } = response;
          const isChallenge = status === 401 || status === 407;
          const authorized =
            mayRepeat && isChallenge && !isCancelled ? withCredentials(invite, response) : undefined;
          if (authorized === undefined) handlers.refused(response);
          else attempt(withNumber(authorized, 2), false);
        }
      },
      timedOut: () => handlers.refused(undefined),
      flowLost: () => handlers.refused(undefined),
    });
  }

  attempt(first, true);
  return (headersOfCancel) => {
    isCancelled = true;
    transaction?.cancel(headersOfCancel);
  };
}

const withNumber = (invite: SipRequest, number: number): SipRequest => ({
  ...invite,
  headers: invite.headers.map((field) =>
    field.name === 'CSeq' ? { name: 'CSeq', value: `${number} INVITE` } : field,
  ),
});
