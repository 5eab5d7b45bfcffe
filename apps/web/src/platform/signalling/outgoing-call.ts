import type { Log, OutgoingCall } from '@samtal/call-core';
import type { UA } from 'jssip';
import type { IncomingEvent, OutgoingEvent } from 'jssip/lib/RTCSession';
import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { CallContext } from './call-context.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import { addLocation } from './requests/location-body.ts';
import { uriOf } from './requests/request-uri.ts';
import type { Session } from './rtc-session.ts';
import { repairOutgoingSession } from './session-repairs.ts';

/**
 * Time after which an INVITE without a final answer is ended. Proxies end it after three minutes at the
 * earliest (timer C, RFC 3261 §16.6); JsSIP never does after a ringing response.
 */
const ANSWER_LIMIT_MS = 185_000;

/** What is special in an INVITE that replaces a dialog. */
export type Replacing = { readonly extraHeaders: readonly string[]; readonly fromUserName?: string };

/** How sessions of both directions begin. */
export type SessionStart = {
  readonly log: Log;
  /** What JsSIP gets for the session. */
  readonly options: {
    readonly mediaConstraints: { readonly audio: false; readonly video: false };
    /** The connection is created, or is one that was created before the call began. */
    readonly pcConfig: RTCConfiguration & { readonly connection: CallContext['takeConnection'] };
    readonly extraHeaders: string[];
  };
  /** Corrects the session before it receives anything. */
  readonly repair: (session: Session) => void;
};

const headersOf = ({ callInfo, replaces, joins, withUser }: OutgoingCall): readonly string[] => [
  ...(callInfo === undefined ? [] : [`Call-Info: ${callInfo}`]),
  ...(replaces ? [`Replaces: ${replaces}`] : []),
  ...(joins ? [`Join: ${joins}`] : []),
  ...(withUser ? [`P-Samtal-With: <${uriOf(withUser)}>`] : []),
];

/**
 * Sends the INVITE of a call. One that cannot be sent, e.g. because SIP cannot express the target, ends the call.
 * @param replacing what makes it replace a dialog at the peer, without ringing (RFC 3891)
 */
export function sendInvite(
  call: CallLifecycle,
  { log, options, repair }: SessionStart,
  order: OutgoingCall,
  { ua, replacing }: { readonly ua: UA; readonly replacing: Replacing | undefined },
): void {
  const { callId, emit } = call;
  let answer: IncomingResponse | undefined;
  let forgetAnswerLimit: (() => void) | undefined;
  try {
    call.beginSetUp(order);
    const session = ua.call(uriOf(order.target), {
      ...options,
      ...(replacing?.fromUserName === undefined ? {} : { fromUserName: replacing.fromUserName }),
      extraHeaders: [...headersOf(order), ...options.extraHeaders, ...(replacing?.extraHeaders ?? [])],
      eventHandlers: call.handlersWith({
        sending: ({ request }) => {
          call.endSetUp();
          // The server's log and call records name the call by it.
          log.info('INVITE', { callId: request.call_id });
          if (order.location !== undefined) addLocation(request, order.location);
        },
        progress: (event: IncomingEvent | OutgoingEvent) => {
          if ('response' in event && event.response.status_code === 180) emit({ type: 'ringing', callId });
        },
        accepted: (event: IncomingEvent | OutgoingEvent) => {
          forgetAnswerLimit?.();
          if ('response' in event) answer = event.response;
        },
        // The ACK has been sent now: nothing may be sent before it, not even a BYE.
        confirmed: () => {
          if (answer !== undefined) call.establish(answer);
        },
      }),
    }) as Session;
    call.session = session;
    repairOutgoingSession(session);
    repair(session);
    forgetAnswerLimit = call.setTimer(ANSWER_LIMIT_MS, call.breakOff);
  } catch (error) {
    call.giveUp('badTarget', error);
  }
}
