import type { RawFrame } from './raw-phone.ts';
import { addressIn } from './raw-phone.ts';

/** The field in which the harness names the sending connection of each frame; the server forwards it. */
export const MARK = 'X-Sent-By';

/** One connection of the model; its phone keeps the rules or attacks. */
export type Peer = {
  readonly name: string;
  readonly account: string;
  /** Whether the connection is closed. */
  isGone: boolean;
};

export type HeldDialog = {
  readonly callId: string;
  readonly own: string;
  readonly ownTag: string;
  readonly theirs: string;
  readonly theirTag: string;
  readonly target: string;
  readonly routes: readonly string[];
  readonly peer: string;
  /** Whether this phone made the call. Its callee has then answered, so the callee has the dialog too. */
  readonly isOwn: boolean;
};

export type SentRequest = {
  readonly text: string;
  readonly method: string;
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly cseq: string;
  /** The called account, or the account of the dialog's peer. */
  readonly account: string | undefined;
  readonly peer: string | undefined;
};

const WITHHELD = [
  'p-asserted-identity',
  'p-preferred-identity',
  'remote-party-id',
  'identity',
  'y',
  'b',
  'n',
  'referred-by',
  'history-info',
  'diversion',
  'authorization',
  'proxy-authorization',
];

export const DOMAIN = 'demo.example';

/** The connection that has sent a frame; undefined = the server itself, or one that is not known. */
export type FindPeer = (name: string) => Peer | undefined;

export const senderOf = (frame: RawFrame, find: FindPeer): Peer | undefined =>
  find(frame.get(MARK.toLowerCase()));

/**
 * What is wrong with a request that the server has passed.
 * @param dialog the dialog of the receiver to which it belongs, also one that has ended
 */
export function faultsOfRequest(
  frame: RawFrame,
  find: FindPeer,
  dialog: HeldDialog | undefined,
): readonly string[] {
  const faults = WITHHELD.filter((name) => frame.all(name).length > 0).map((name) => `${name} was forwarded`);
  const sender = senderOf(frame, find);
  if (sender === undefined)
    return ['ACK', 'CANCEL', 'BYE'].includes(frame.what) ? faults : [...faults, 'a request without a sender'];
  // From must name the account of the connection that has sent the frame.
  if (addressIn(frame.get('from')) !== `${sender.account}@${DOMAIN}`)
    faults.push(`shows ${frame.get('from')}, sent by ${sender.account}`);
  const isInside = /;\s*tag/i.test(frame.get('to'));
  if (!isInside) {
    if (!['INVITE', 'MESSAGE', 'OPTIONS'].includes(frame.what)) faults.push('not allowed outside a dialog');
  } else if (dialog === undefined) faults.push('a request in a dialog that this phone does not have');
  else if (dialog.peer !== sender.name)
    faults.push(`a request of ${sender.name} in a dialog with ${dialog.peer}`);
  return faults;
}

/** What is wrong with a response to a request of the receiver. */
export function faultsOfResponse(frame: RawFrame, request: SentRequest, find: FindPeer): readonly string[] {
  const expected = [
    ['from', request.from],
    ['call-id', request.callId],
    ['cseq', request.cseq],
  ] as const;
  const faults = expected
    .filter(([name, value]) => frame.get(name) !== value)
    .map(([name]) => `${name} of the response differs from the request`);
  const sender = senderOf(frame, find);
  if (sender === undefined) return faults;
  const isRight =
    request.peer === undefined ? sender.account === request.account : sender.name === request.peer;
  if (!isRight) faults.push(`a response of ${sender.name}, which got no request`);
  if (['401', '407'].includes(frame.what)) faults.push('a challenge that is not from the server');
  return faults;
}
