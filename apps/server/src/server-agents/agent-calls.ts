import type { ServerTransaction, SipRequest, TransactionLayer } from '@samtal/sip';
import { addressOf, createResponse, header, tagOf } from '@samtal/sip';
import { loggedCallId } from '../domain/event-log.ts';
import { ALLOW, refusalOf } from './abilities.ts';
import type { Call } from './call/call.ts';
import { describeCall } from './call/describe-call.ts';
import { isDialogTooLarge, keyOfDialog, keyOfRequest, openDialog } from './call/dialog.ts';
import type { DeviceReport } from './device-report.ts';
import { isDeviceReport, readDeviceReport } from './device-report.ts';
import type { Credentials } from './registration/credentials.ts';
import type { SipUserAgentOptions } from './sip-user-agent-options.ts';
import { TARGET_FIELD } from './text-gateway/outgoing-invite.ts';

type Options = Pick<
  SipUserAgentOptions,
  'domain' | 'username' | 'openCall' | 'admit' | 'report' | 'clock' | 'log' | 'createToken'
> & {
  readonly contactUri: string;
  readonly credentials: Pick<Credentials, 'add'>;
  readonly transactions: Pick<TransactionLayer, 'send' | 'sendOutside'>;
};

/** The calls of a user agent. */
export type AgentCalls = {
  /** Handles a request: one that begins a call, one inside a call, or one outside any call. */
  receive(transaction: ServerTransaction): void;
  /** Handles the ACK of a 2xx. */
  acknowledge(ack: SipRequest): void;
  /** Ends all calls without sending anything, because the connection is lost. */
  drop(): void;
  /** Ends all calls. */
  terminate(): void;
};

/**
 * A key that all copies of one INVITE have in common; they may arrive on several paths (RFC 3261 §8.2.2.2). The text
 * gateway gets one INVITE for each device of the callee: these are no copies.
 */
const originOf = (request: SipRequest): string =>
  JSON.stringify([
    header(request, 'Call-ID'),
    tagOf(header(request, 'From')),
    header(request, 'CSeq'),
    header(request, TARGET_FIELD),
  ]);

export function createAgentCalls(options: Options): AgentCalls {
  const { username, contactUri, credentials, transactions, clock, log, createToken } = options;
  /** The calls by dialog; a call that connects two dialogs has one entry for each of them. */
  const calls = new Map<string, { readonly call: Call; readonly origin: string | undefined }>();

  function answer(transaction: ServerTransaction, status: number, retryAfterSeconds?: number): void {
    const headers =
      retryAfterSeconds === undefined ? [] : [{ name: 'Retry-After', value: String(retryAfterSeconds) }];
    transaction.respond(createResponse(transaction.request, status, { headers, toTag: createToken() }));
  }

  /** @returns the status of the answer; only the SIP server itself sends in the name of this agent */
  function takeReport(request: SipRequest, report: (report: DeviceReport) => boolean): number {
    if (addressOf(header(request, 'From')) !== `${username}@${options.domain}`) return 403;
    const read = readDeviceReport(request);
    if (read === undefined) return 400;
    return report(read) ? 200 : 481;
  }

  function takeCall(transaction: ServerTransaction): void {
    const { request, flow } = transaction;
    const dialog = openDialog(request, createToken());
    const origin = originOf(request);
    if (dialog === undefined) answer(transaction, 400);
    else if ([...calls.values()].some((other) => other.origin === origin)) answer(transaction, 482);
    else if (isDialogTooLarge(request)) answer(transaction, 513);
    else {
      const description = describeCall(request);
      const { caller, divertedFrom } = description;
      const admission = options.admit({ caller: caller.address, callee: divertedFrom });
      if (!admission.isAdmitted) {
        const { status, retryAfterSeconds, reason } = admission;
        log.info({
          event: 'agent_call_limit_reached',
          username,
          reason,
          callId: loggedCallId(description.callId),
        });
        answer(transaction, status, retryAfterSeconds);
        return;
      }
      const key = keyOfDialog(dialog);
      const call = options.openCall(transaction, dialog, {
        description,
        contact: `<${contactUri}>`,
        sessionId: String(clock.now()),
        clock,
        log,
        createToken,
        send: (request, handler) => transactions.send(request, flow, handler),
        sendAck: (ack) => transactions.sendOutside(ack, flow),
        withCredentials: (refused, response) => credentials.add(refused, response),
        addDialog(other, end) {
          const otherKey = keyOfDialog(other);
          calls.set(otherKey, { call: end, origin: undefined });
          return () => void calls.delete(otherKey);
        },
        ended() {
          calls.delete(key);
          admission.release();
        },
      });
      calls.set(key, { call, origin });
      call.begin();
    }
  }

  return {
    receive(transaction) {
      const { request } = transaction;
      if (tagOf(header(request, 'To')) !== undefined) {
        const known = calls.get(keyOfRequest(request));
        if (known === undefined) answer(transaction, 481);
        else known.call.receive(transaction);
        return;
      }
      if (options.report !== undefined && isDeviceReport(request)) {
        answer(transaction, takeReport(request, options.report));
        return;
      }
      const refusal = refusalOf(request, createToken());
      if (refusal !== undefined) transaction.respond(refusal);
      else if (request.method === 'INVITE') takeCall(transaction);
      else if (request.method === 'OPTIONS') {
        const headers = [
          { name: 'Allow', value: ALLOW },
          { name: 'Accept', value: 'application/sdp' },
        ];
        transaction.respond(createResponse(request, 200, { headers, toTag: createToken() }));
      } else answer(transaction, 481);
    },
    acknowledge: (ack) => calls.get(keyOfRequest(ack))?.call.acknowledge(),
    drop() {
      for (const { call } of calls.values()) call.drop();
    },
    terminate() {
      for (const { call } of calls.values()) call.terminate();
    },
  };
}
