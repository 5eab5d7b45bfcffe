import {
  callIdOf,
  contactUriOf,
  cseqNumberOf,
  type Header,
  header,
  headers,
  type SipRequest,
  tagOf,
} from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import type { ServerAddress } from '../../network/server-address.ts';
import type { Flow } from '../flow.ts';
import { type MailboxCounts, SUMMARY_TYPE, summaryOf } from './message-summary.ts';

/** The mailbox of one account. */
export type WatchedMailbox = {
  count(): Promise<MailboxCounts>;
  /** Ends the watch. */
  close(): void;
};

/** Why a subscription ends (RFC 6665 §4.1.3): its time is over, its session is, or this server stops. */
export type Ending = 'timeout' | 'rejected' | 'deactivated';

/** A subscription, and the dialog in which its NOTIFYs are sent (RFC 6665 §4.4.1). */
export type Subscription = {
  readonly key: string;
  readonly flow: Flow;
  readonly username: string;
  /** The address whose mailbox is watched. */
  readonly address: string;
  readonly callId: string;
  /** To and From of the SUBSCRIBE, with their tags. */
  readonly local: string;
  readonly remote: string;
  readonly event: string;
  readonly routes: readonly string[];
  readonly mailbox: WatchedMailbox;
  target: string;
  remoteCseq: number;
  localCseq: number;
  /** What was sent last. */
  counts: MailboxCounts;
  notifiedAt: number;
  expiresAt: number;
  /** NOTIFYs without their answer, and questions for the numbers. */
  pending: number;
  /** The mailbox has changed since the numbers were last asked for. */
  isDue: boolean;
  isEnded: boolean;
  cancelExpiry: () => void;
  /** Cancels the wait of the next NOTIFY; undefined = none waits. */
  cancelWait: (() => void) | undefined;
};

const tagIn = (request: SipRequest, name: 'From' | 'To'): string => tagOf(header(request, name)) ?? '';

/** Identifies the subscription of a request: its dialog and the id in Event (RFC 6665 §4.4.1). */
export const keyOf = (request: SipRequest, event: string, localTag = tagIn(request, 'To')): string =>
  [callIdOf(request), tagIn(request, 'From'), localTag, event].join(' ');

type Opening = Pick<Subscription, 'flow' | 'username' | 'address' | 'event' | 'mailbox' | 'counts'> & {
  /** Of the dialog that the SUBSCRIBE opens. */
  readonly tag: string;
  readonly now: number;
};

/** The subscription that a SUBSCRIBE opens. Nothing has been sent for it. */
export const openSubscription = (subscribe: SipRequest, { tag, now, ...opening }: Opening): Subscription => ({
  ...opening,
  key: keyOf(subscribe, opening.event, tag),
  callId: callIdOf(subscribe),
  local: `${header(subscribe, 'To') ?? ''};tag=${tag}`,
  remote: header(subscribe, 'From') ?? '',
  routes: headers(subscribe, 'Record-Route'),
  target: contactUriOf(subscribe),
  remoteCseq: cseqNumberOf(subscribe),
  localCseq: 0,
  notifiedAt: now,
  expiresAt: now,
  pending: 0,
  isDue: false,
  isEnded: false,
  cancelExpiry: nothing,
  cancelWait: undefined,
});

/** Characters of a SUBSCRIBE that a subscription keeps. */
export const keptLength = (request: SipRequest): number =>
  ['From', 'To', 'Call-ID', 'Contact', 'Event', 'Record-Route'].reduce(
    (sum, name) => sum + headers(request, name).join('').length,
    0,
  );

/** Where a subscriber reaches this server for requests in the dialog. */
export const contactAt = ({ host, port, transport }: ServerAddress): Header => ({
  name: 'Contact',
  value: `<sip:${host}:${port};transport=${transport}>`,
});

/** The next NOTIFY of a subscription; counts its CSeq. */
export function createNotify(subscription: Subscription, state: string): SipRequest {
  const { flow, target, local, remote, callId, event, routes, address, counts } = subscription;
  subscription.localCseq += 1;
  return {
    kind: 'request',
    method: 'NOTIFY',
    uri: target,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      ...routes.map((value) => ({ name: 'Route', value })),
      { name: 'From', value: local },
      { name: 'To', value: remote },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${subscription.localCseq} NOTIFY` },
      contactAt(flow.connection.serverAddress),
      { name: 'Event', value: event },
      { name: 'Subscription-State', value: state },
      { name: 'Content-Type', value: SUMMARY_TYPE },
    ],
    body: summaryOf(address, counts),
  };
}

/** Whether a request in the dialog is newer than all before (RFC 3261 §12.2.2). */
export const isNewer = (request: SipRequest, { remoteCseq }: Subscription): boolean =>
  cseqNumberOf(request) > remoteCseq;
