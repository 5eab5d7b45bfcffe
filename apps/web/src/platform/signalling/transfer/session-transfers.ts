import type { Clock, OtherStatus, SignallingEvent, TransferRequest } from '@samtal/call-core';
import { type Replaces, writeReplaces } from '@samtal/sip/replaces';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';
import type { Gate } from '../requests/gate.ts';
import { AWAY_MS, isAway, MOST_AWAY } from '../requests/request-queue.ts';
import type { DialogIds, Session } from '../rtc-session.ts';
import { CONFERENCE_INFO, readConferenceInfo, writeConferenceInfo } from './conference-info.ts';
import { targetInReferTo, withDialog } from './refer-to.ts';

/** A request as JsSIP passes it to a session; JsSIP's types leave `reply` out. */
export type Answerable = IncomingRequest &
  Pick<DialogIds, 'cseq'> & {
    reply(status: number, reason?: string | null, headers?: readonly string[]): void;
  };

/** REFER without an answer counts as refused after this time. */
const ANSWER_LIMIT_MS = 10_000;
/** Lifetime of the subscription that REFER makes (RFC 3515 §2.4.4), in seconds. */
const EXPIRES = 180;

const phrases: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  200: 'OK',
  404: 'Not Found',
  408: 'Request Timeout',
  480: 'Temporarily Unavailable',
  486: 'Busy Here',
  487: 'Request Terminated',
  603: 'Decline',
};

/** What is needed of a call for its transfers. */
export type Transferable = {
  readonly callId: string;
  readonly clock: Clock;
  /** Closed while this side has no connection. */
  readonly gate: Gate;
  /** A target as SIP writes it. */
  readonly uriOf: (target: string) => string;
  readonly emit: (event: SignallingEvent) => void;
  /** Undefined when the call is over. */
  readonly session: () => Session | undefined;
};

/** The calls of the page by their id, of which a REFER may name another one. */
export type OtherCalls = ReadonlyMap<
  string,
  { readonly dialog: Pick<Replaces, 'callId' | 'localTag' | 'remoteTag'> | undefined }
>;

/** Sends what the core requests, or takes REFER or NOTIFY of the peer. */
export type HandleTransfer = (
  call: Transferable,
  message: TransferRequest | Answerable,
  others?: OtherCalls,
) => void;

/** The dialog with the target, as the target knows it (RFC 3891 §3). */
function dialogFor(otherId: string, others: OtherCalls | undefined): string | undefined {
  const dialog = others?.get(otherId)?.dialog;
  if (dialog === undefined) return undefined;
  const { callId, localTag: remoteTag, remoteTag: localTag } = dialog;
  return writeReplaces({ callId, localTag, remoteTag, isEarlyOnly: false });
}

type Refer = Extract<TransferRequest, { do: 'refer' }>;

/** REFER and its NOTIFYs inside one dialog (RFC 3515, RFC 5589 §6.1). */
function createSessionTransfers(
  session: Session,
  { callId, uriOf, emit, clock, gate }: Transferable,
  takesJoin: boolean,
) {
  /** The CSeq of the REFER of this side that has no end yet, which its reports name (RFC 3515 §2.4.6). */
  let referring: number | undefined;
  let stopLimit = (): void => undefined;
  /** The REFER of the peer that has no end yet. */
  let asked: number | undefined;

  /** No report is heard any longer. */
  function endReferring(): void {
    referring = undefined;
    stopLimit();
  }

  function refer({ target, replaces, joins }: Refer, others: OtherCalls | undefined): void {
    const otherId = replaces ?? joins;
    const dialog = otherId && dialogFor(otherId, others);
    if (otherId !== undefined && dialog === undefined) {
      emit({ type: 'transferAnswered', callId, status: 481 });
      return;
    }
    endReferring();
    stopLimit = clock.setTimer(EXPIRES * 1000, endReferring);
    let isAnswered = false;
    const answer = (status: number): void => {
      if (isAnswered) return;
      isAnswered = true;
      forget();
      if (status >= 300) endReferring();
      emit({ type: 'transferAnswered', callId, status });
    };
    const lose = (): void => answer(408);
    const forget = clock.setTimer(ANSWER_LIMIT_MS, lose);
    const sent = session.sendRequest('REFER', {
      extraHeaders: [
        `Refer-To: <${dialog ? withDialog(uriOf(target), joins ? 'Join' : 'Replaces', dialog) : uriOf(target)}>`,
        `Contact: ${session._contact}`,
      ],
      eventHandlers: {
        onAuthenticated: ({ cseq }) => (referring = cseq),
        onSuccessResponse: () => answer(202),
        onErrorResponse: (response?: IncomingResponse) => answer(response?.status_code ?? 408),
        onRequestTimeout: lose,
        onTransportError: lose,
        onDialogError: lose,
      },
    });
    if (!isAnswered) referring = sent?.cseq;
  }

  function report(referId: number, status: number): void {
    if (asked !== referId) return;
    const isEnd = status >= 200;
    if (isEnd) asked = undefined;
    let attempts = 0;
    const sendLater = (): void => {
      attempts += 1;
      if (attempts < MOST_AWAY) clock.setTimer(AWAY_MS, () => void gate.passed().then(send));
    };
    const send = (): void => {
      if (!session.isEstablished()) return;
      session.sendRequest('NOTIFY', {
        extraHeaders: [
          `Event: refer;id=${referId}`,
          `Subscription-State: ${isEnd ? 'terminated;reason=noresource' : `active;expires=${EXPIRES}`}`,
          'Content-Type: message/sipfrag;version=2.0',
          `Contact: ${session._contact}`,
        ],
        body: `SIP/2.0 ${status} ${phrases[status] ?? 'Failed'}\r\n`,
        // The peer waits for the end of its REFER, whichever of the two ends is interrupted (decision D80).
        eventHandlers: {
          onTransportError: sendLater,
          onErrorResponse: (response) => void (isAway(response) && sendLater()),
        },
      });
    };
    send();
  }

  /** Each end of a call of three is a notifier for the two others, who need not subscribe (decision D102). */
  function tell(user: string, status: OtherStatus): void {
    if (!session.isEstablished()) return;
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- in truth an object, see `uriOf`
    const uri = String(uriOf(user));
    session.sendRequest('NOTIFY', {
      extraHeaders: [
        'Event: conference',
        `Subscription-State: active;expires=${EXPIRES}`,
        `Content-Type: ${CONFERENCE_INFO}`,
        `Contact: ${session._contact}`,
      ],
      body: writeConferenceInfo(session.local_identity.uri.toAor(), uri, status),
    });
  }

  function takeReport(request: Answerable): void {
    const report = readConferenceInfo(request.body ?? '');
    request.reply(report === undefined ? 400 : 200);
    if (report === undefined) return;
    const { address, status } = report;
    emit({ type: 'otherReported', callId, user: { address }, status });
  }

  function takeRefer(request: Answerable): void {
    const named = targetInReferTo(request.getHeaders('Refer-To'));
    const required = request.getHeaders('Require').join(', ');
    if (!session.isEstablished()) request.reply(403);
    else if (required !== '') request.reply(420, null, [`Unsupported: ${required}`]);
    else if (named === undefined || (named.joins !== undefined && !takesJoin)) request.reply(400);
    // One question at a time.
    else if (asked !== undefined) request.reply(603);
    else {
      asked = request.cseq;
      request.reply(202);
      report(asked, 100);
      const { address, ...rest } = named;
      emit({ type: 'transferAsked', callId, referId: asked, target: { address }, ...rest });
    }
  }

  function takeNotify(request: Answerable): void {
    const field = (request.getHeader('Event') ?? '').toLowerCase();
    const [event] = field.split(';');
    if (takesJoin && event?.trim() === 'conference') {
      if (session.isEstablished()) takeReport(request);
      else request.reply(481);
      return;
    }
    if (event?.trim() !== 'refer') {
      request.reply(489);
      return;
    }
    // A client without `id` can mean only the last REFER: SIP.js never writes one.
    const [, id = String(referring)] = /;\s*id\s*=\s*([^;\s]+)/.exec(field) ?? [];
    if (referring === undefined || id !== String(referring)) {
      request.reply(481);
      return;
    }
    request.reply(200);
    // SIP.js writes `terminated` without a reason into each NOTIFY, also before the end.
    const isOver = /^\s*terminated\s*;.*reason/i.test(request.getHeader('Subscription-State') ?? '');
    const said = Number(/^SIP\/2\.0 ([1-6]\d\d)(?!\d)/.exec(request.body ?? '')?.[1] ?? 100);
    // A subscription that ends without a final status says nothing about the target.
    const status = isOver && said < 200 ? 408 : said;
    if (status >= 200) endReferring();
    emit({ type: 'transferProgress', callId, status });
  }

  return (message: TransferRequest | Answerable, others: OtherCalls | undefined): void => {
    if ('do' in message) {
      if (message.do === 'refer') refer(message, others);
      else if (message.do === 'tell') tell(message.user, message.status);
      else report(message.referId, message.status);
    } else if (message.method === 'REFER') takeRefer(message);
    else takeNotify(message);
  };
}

/** By session, so that nothing is left of a call that is over. */
const known = new WeakMap<Session, ReturnType<typeof createSessionTransfers>>();

const handler =
  (takesJoin: boolean): HandleTransfer =>
  (call, message, others) => {
    const session = call.session();
    if (session === undefined) return;
    const handle = known.get(session) ?? createSessionTransfers(session, call, takesJoin);
    known.set(session, handle);
    handle(message, others);
  };

export const handleTransfer: HandleTransfer = handler(false);

/** The same for a user who may be in a call of three (decision D102). */
export const handleJoin: HandleTransfer = handler(true);

/** For a user who may not transfer calls: REFER gets the answer of a client without it (RFC 3261 §21.4.6). */
export const refuseTransfer: HandleTransfer = (_call, message) => {
  if ('reply' in message) message.reply(message.method === 'REFER' ? 405 : 481);
};
