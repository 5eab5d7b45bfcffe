import { claimedName } from '@samtal/api-contract';
import type { RemoteUser, SignallingEvent } from '@samtal/call-core';
import type { IncomingRequest } from 'jssip/lib/SIPMessage';
import type { IncomingRTCSessionEvent } from 'jssip/lib/UA';
import type { CallContext } from './call-context.ts';
import { offeredMedia } from './offered-media.ts';
import type { NamedCall, TakeUps } from './reload/take-ups.ts';
import type { Session } from './rtc-session.ts';
import type { SipCall } from './sip-call.ts';

export type IncomingInvitesOptions = {
  readonly emit: (event: SignallingEvent) => void;
  /** The calls of this page by their id. */
  readonly calls: ReadonlyMap<string, SipCall>;
  /** Creates a call, which is in `calls` then. */
  readonly addCall: (callId: string, direction: 'incoming') => SipCall;
  /** Whether established calls outlive a lost connection (decision D80). */
  readonly keepsCalls: () => boolean;
  readonly threePeople: CallContext['threePeople'];
  /** The code for INVITEs with Replaces or Join; undefined until it is loaded. */
  readonly takeUps: () => TakeUps | undefined;
  /** Loads that code; rejects if that fails. */
  readonly fetchTakeUps: () => Promise<TakeUps>;
};

function remoteUserOf({ from }: IncomingRequest): RemoteUser {
  const displayName = claimedName(from.display_name);
  const address = from.uri.toAor().replace(/^sips?:/, '');
  return displayName ? { address, displayName } : { address };
}

/** The extensions in JsSIP's Supported header while session timers are off. */
const SUPPORTED = ['ice', 'replaces', 'outbound'];

/** The address of the user who will be in the call, too (decision D102). */
const withForm = /^<sip:([^@<>?;:,"\s\p{C}]{1,128}@[a-z0-9.[\]:-]{1,128})>$/iu;

/** Extensions that the caller requires and this client does not support (RFC 3261 §8.2.2.3). */
const unsupportedIn = (request: IncomingRequest): readonly string[] =>
  request
    .getHeaders('Require')
    .flatMap((value) => value.split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !SUPPORTED.includes(tag.toLowerCase()));

/** Sends no 180, which would say that it rings here, unless the function that it returns is called. */
function withoutRinging(request: IncomingRequest, { _contact }: Session): () => void {
  const answerable = request as IncomingRequest & { reply(status: number, ...more: unknown[]): unknown };
  const reply = answerable.reply.bind(answerable);
  answerable.reply = (status, ...more) => (status === 180 ? undefined : reply(status, ...more));
  return () => void reply(180, null, [`Contact: ${_contact}`]);
}

/**
 * What an INVITE of another user becomes: a call that rings (`inviteReceived`), the dialog in place of another one, or a
 * refusal.
 */
export function createIncomingInvites(
  options: IncomingInvitesOptions,
): (invite: Omit<IncomingRTCSessionEvent, 'originator'>) => void {
  const { emit, calls, addCall, threePeople } = options;
  const areThree = (): boolean | undefined => threePeople?.areOn();

  /** @param named the call whose place the new one is to take (decision D101), or that it joins (decision D102) */
  function takeInvite(session: Session, request: IncomingRequest, named: NamedCall = {}): void {
    const allow = request.getHeader('Allow') ?? '';
    const offered = offeredMedia(request.body ?? '', /\bMESSAGE\b/i.test(allow));
    if (offered === undefined) {
      session.terminate({ status_code: 488 });
      return;
    }
    // All ends and the server know a call by its Call-ID; one that is in use already gets a name of its own.
    const sipCallId = request.getHeader('Call-ID') ?? '';
    const callId = calls.has(sipCallId) ? session.id : sipCallId;
    addCall(callId, 'incoming').receive(session, request);
    const [, withUser] = (areThree() && withForm.exec(request.getHeader('P-Samtal-With') ?? '')) || [];
    emit({
      type: 'inviteReceived',
      callId,
      from: remoteUserOf(request),
      offered,
      ...(withUser && { withUser }),
      ...named,
    });
  }

  /** An INVITE that replaces a call of this page, or joins it; the code is loaded for the first one (decision D81). */
  async function receiveReplacing(session: Session, request: IncomingRequest): Promise<void> {
    const ring = withoutRinging(request, session);
    try {
      const takeUps = options.takeUps() ?? (await options.fetchTakeUps());
      if (areThree()) await threePeople?.load();
      const named = takeUps.receive(session, request, remoteUserOf(request).address, options.keepsCalls());
      if (named === undefined) return;
      ring();
      takeInvite(session, request, named);
    } catch {
      session.terminate({ status_code: 503 });
    }
  }

  return ({ session, request }) => {
    const unsupported = unsupportedIn(request);
    if (unsupported.length > 0) {
      session.terminate({ status_code: 420, extraHeaders: [`Unsupported: ${unsupported.join(', ')}`] });
      return;
    }
    if (request.hasHeader('Replaces') || (areThree() && request.hasHeader('Join'))) {
      void receiveReplacing(session as Session, request);
      return;
    }
    takeInvite(session as Session, request);
  };
}
