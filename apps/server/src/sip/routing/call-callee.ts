import type { ServerTransaction, SipRequest } from '@samtal/sip';
import type { CallWatch } from '../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { IncomingCall } from '../../domain/people/incoming-call.ts';
import { subnetOf } from '../../network/subnet-of.ts';
import type { Flow } from '../flow.ts';
import { createIncomingCall, missedCallCause } from '../missed-call.ts';
import type { Refuse } from '../refuse.ts';
import type { Binding } from '../registrar/location.ts';
import type { SipUser } from '../sip-directory.ts';
import { createUnansweredCalls } from '../unanswered-calls.ts';
import { forkRequest } from './forking/fork.ts';
import type { ForkOptions, ForkParts, LateDevices } from './forking/fork-options.ts';
import { withoutWithheld } from './forwarding.ts';
import { mailboxFor } from './mailbox.ts';
import { mediaKindsIn } from './media-kinds.ts';
import type { ProxyOptions } from './proxy-options.ts';
import type { NamedCall } from './transfer/replaced-call.ts';
import { withTrueCompany } from './transfer/true-company.ts';

type Options = Pick<
  ProxyOptions,
  | 'directory'
  | 'location'
  | 'clock'
  | 'missed'
  | 'calls'
  | 'mailbox'
  | 'pushCall'
  | 'textGateway'
  | 'doNotDisturb'
  | 'elapsedMs'
  | 'meter'
> & {
  readonly forkParts: ForkParts;
  readonly refuse: Refuse;
};

/** A request outside a dialog whose sender is known and may send it. */
export type AdmittedRequest = {
  readonly transaction: ServerTransaction;
  readonly flow: Flow;
  readonly user: SipUser;
  /** The address that is called; empty = it is not of this domain. */
  readonly address: string;
  /** The call that an INVITE replaces or joins. */
  readonly named: NamedCall | undefined;
  /** Frees what the request takes of the limits. */
  readonly release: () => void;
};

/**
 * Sends requests to the devices of the callee, as do not disturb, the mailbox and web push have it.
 * @returns a function that answers or forks one request
 */
export function createCalleeRouting(options: Options): (admitted: AdmittedRequest) => Promise<void> {
  const { directory, location, clock, missed, pushCall, textGateway, doNotDisturb, forkParts, refuse } =
    options;

  const unanswered = createUnansweredCalls(options.elapsedMs);

  /** Who is counted as caller: identities without an account cost nothing, so those of a network count as one. */
  const countedAs = ({ isAnonymous, username }: SipUser, { connection }: Flow): string =>
    isAnonymous ? `anonymous@${subnetOf(connection.remoteAddress)}` : username;

  /** Seconds that the caller has to wait, after calls to this callee that rang and were not answered. */
  async function waitFor({ user, flow, address }: AdmittedRequest, caller: string): Promise<number> {
    const seconds = unanswered.waitFor(countedAs(user, flow), address);
    // The emergency service that calls back is not limited.
    return seconds > 0 && (await doNotDisturb?.isCallBack(address, caller)) ? 0 : seconds;
  }

  /** Status for an address that has no binding to ring. */
  async function unreachableStatus(address: string, isOwn: boolean): Promise<number> {
    if (isOwn) return 482;
    return (await directory.isKnownAddress(address)) ? 480 : 404;
  }

  /** How a call reaches devices that are not registered yet; undefined where none is pushed. */
  const lateDevicesOf = (
    call: IncomingCall,
    { body }: SipRequest,
    bindings: () => readonly Binding[],
  ): LateDevices | undefined =>
    pushCall && {
      push: (events) => pushCall({ ...call, offer: body, until: call.at + SIP_LIMITS.ringMs }, events),
      bindings,
      watch: (listener) => location.watch(call.callee, listener),
    };

  const watchOf = (
    { callId, caller, callee }: IncomingCall,
    { body }: SipRequest,
    { isAnonymous }: SipUser,
  ): CallWatch =>
    options.calls.begin({
      callId,
      caller: caller.address,
      callee,
      isAnonymous,
      offered: mediaKindsIn(body),
    });

  return async (admitted) => {
    const { transaction, flow, user, address, named, release } = admitted;
    const { request } = transaction;
    const isInvite = request.method === 'INVITE';
    const isOwn = user.addresses.includes(address);
    const call = createIncomingCall(request, clock.now());
    const begun = isInvite ? (named?.watch?.takeOver() ?? watchOf(call, request, user)) : undefined;
    let watch = begun;
    const fork = (
      targets: readonly Binding[],
      unanswered: Pick<ForkOptions, 'missed' | 'late' | 'findMailbox' | 'isTakeUp'>,
    ): void =>
      forkRequest(transaction, withTrueCompany(withoutWithheld(request), flow, forkParts.dialogs), {
        ...forkParts,
        targets,
        caller: flow,
        ended: release,
        watch,
        detour: (device) => textGateway?.detour(request.body, device),
        ...unanswered,
      });
    /** Ends a call that was not forked: its caller has lost the connection, or `status` says why. */
    function leave(status = 487): void {
      watch?.refused(status);
      release();
    }
    if (named !== undefined) {
      fork([named.target], { missed: nothing, findMailbox: undefined, isTakeUp: named.isTakeUp });
      return;
    }
    const seconds = isInvite && !isOwn ? await waitFor(admitted, call.caller.address) : 0;
    if (flow.isLost) return leave();
    if (seconds > 0) {
      options.meter.refused('requests_to_one');
      refuse(transaction, 503, [{ name: 'Retry-After', value: String(seconds) }]);
      return leave(503);
    }
    if (begun !== undefined && !isOwn) watch = unanswered.follow(begun, countedAs(user, flow), address);
    const bindings = (): readonly Binding[] =>
      location.find(address).filter((binding) => binding.flow !== flow);
    const late = isOwn ? undefined : lateDevicesOf(call, request, bindings);
    const findMailbox = options.mailbox && mailboxFor(options.mailbox, location, address);
    if (doNotDisturb !== undefined && !isOwn) {
      if (isInvite) doNotDisturb.called(call.caller.address, address);
      const isTurnedAway = await doNotDisturb.turnsAway(address, call.caller.address);
      if (flow.isLost) return leave();
      if (isTurnedAway && !isInvite) {
        // As of a user who is away: an answer of a device would tell the two apart.
        refuse(transaction, 480);
        release();
        return;
      }
      if (isTurnedAway) {
        // No device rings, so the caller gets 480 (RFC 3261 §21.4.18), or the mailbox.
        fork([], { missed: (cause) => missed({ ...call, cause, hasRung: false }), findMailbox });
        return;
      }
    }
    if (bindings().length === 0) {
      const status = await unreachableStatus(address, isOwn).catch((error: unknown) => {
        leave(500);
        throw error;
      });
      if (flow.isLost) return leave();
      const mayBeAnswered = isInvite && (options.mailbox !== undefined || late !== undefined);
      if (status !== 480 || !mayBeAnswered) {
        refuse(transaction, status);
        leave(status);
        const cause = missedCallCause(status);
        if (isInvite && cause !== undefined) missed({ ...call, cause, hasRung: false });
        return;
      }
    }
    // A phone may have registered during the lookup.
    fork(bindings(), {
      missed: (cause, hasRung) => missed({ ...call, cause, hasRung }),
      late,
      findMailbox,
    });
  };
}
