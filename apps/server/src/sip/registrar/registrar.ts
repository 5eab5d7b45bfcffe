import type { Clock, ElementRefusal, Header, NameAddr, ServerTransaction, SipRequest } from '@samtal/sip';
import {
  addressOf,
  callIdOf,
  checkAsRegistrar,
  createResponse,
  cseqNumberOf,
  header,
  headers,
  parseNameAddr,
  parseUri,
  quote,
  sipUriOf,
  toRequestUri,
} from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';
import type { Authenticator } from './authenticator.ts';
import type { Binding, Location } from './location.ts';
import { isSamePhone } from './location.ts';

export type Registrar = { register(transaction: ServerTransaction, flow: Flow): Promise<void> };

type Options = {
  readonly domain: string;
  readonly authenticator: Authenticator;
  readonly location: Location;
  readonly clock: Clock;
  readonly elapsedMs: () => number;
  readonly createTag: () => string;
  /** Called after a device has registered on `flow` and got its answer. */
  readonly registered: (flow: Flow) => void;
};

/** The binding that one Contact requests. */
type RequestedBinding = Pick<Binding, 'registeredUri' | 'instance' | 'browser' | 'hasRtpText'> & {
  readonly expires: number;
};

type Outcome = { readonly status: number; readonly reason?: string };

/**
 * Seconds of an Expires value, at most 3600; an invalid value counts as 3600 (RFC 3261 §10.2.1.1, §20.19).
 */
const secondsOf = (text: string): number =>
  /^\d+$/.test(text) ? Math.min(Number(text), SIP_LIMITS.maxExpires) : SIP_LIMITS.maxExpires;

/**
 * Seconds that a Contact requests: its parameter, else the Expires header, else 600 (RFC 3261 §10.3 step 7).
 */
function expiresOf(contact: NameAddr, request: SipRequest): number {
  const asked = contact.params.get('expires') ?? header(request, 'Expires');
  return asked === undefined ? SIP_LIMITS.defaultExpires : secondsOf(asked);
}

const uuidIn = (text = ''): string | undefined => /^[\da-f-]{36}$/i.exec(text)?.[0]?.toLowerCase();

const isTooLong = ({ registeredUri, instance = '' }: RequestedBinding): boolean =>
  registeredUri.length > SIP_LIMITS.contactLength || instance.length > SIP_LIMITS.instanceLength;

function bindingHeaders(bindings: readonly Binding[], elapsedMs: number): Header[] {
  const contacts = bindings.map(({ registeredUri, instance, expiresAt }) => {
    const suffix = instance === undefined ? '' : `;+sip.instance=${quote(instance)}`;
    return {
      name: 'Contact',
      value: `<${registeredUri}>;expires=${Math.max(0, Math.ceil((expiresAt - elapsedMs) / 1000))}${suffix}`,
    };
  });
  return contacts;
}

/** Handles REGISTER (RFC 3261 §10.3). A binding ends with the connection on which it was registered. */
export function createRegistrar({
  domain,
  authenticator,
  location,
  clock,
  elapsedMs,
  createTag,
  registered,
}: Options): Registrar {
  /** Applies the changes of all Contacts, or none of them (RFC 3261 §10.3 steps 6 and 7). */
  function bind(request: SipRequest, flow: Flow, address: string): Outcome {
    const callId = callIdOf(request);
    const cseq = cseqNumberOf(request);
    const outdated = location
      .list(address)
      .filter((binding) => binding.callId === callId && binding.cseq >= cseq);
    const values = headers(request, 'Contact');
    if (values.includes('*')) {
      if (values.length > 1 || !/^0+$/.test(header(request, 'Expires') ?? '')) return { status: 400 };
      if (outdated.length > 0) return { status: 500 };
      location.remove(address, () => true);
      return { status: 200 };
    }
    const contacts = values.flatMap((value) => parseNameAddr(value) ?? []);
    const requested = contacts.map(
      (contact): RequestedBinding => ({
        registeredUri: contact.uri,
        instance: contact.params.get('+sip.instance'),
        browser: uuidIn(contact.params.get('+samtal.browser')),
        hasRtpText: /^(?:true)?$/i.test(contact.params.get('text') ?? 'false'),
        expires: expiresOf(contact, request),
      }),
    );
    if (requested.some(isTooLong)) return { status: 400, reason: 'Contact Too Long' };
    if (requested.some(({ expires }) => expires > 0 && expires < SIP_LIMITS.minExpires))
      return { status: 423 };
    if (requested.some((each) => outdated.some((binding) => isSamePhone(binding, each))))
      return { status: 500 };
    for (const { registeredUri, instance, browser, hasRtpText, expires } of requested) {
      if (expires === 0) location.remove(address, (known) => isSamePhone(known, { registeredUri, instance }));
      else {
        const expiresAt = elapsedMs() + expires * 1000;
        const contactUri = toRequestUri(registeredUri);
        noteDevice(flow, instance);
        location.put(address, {
          contactUri,
          registeredUri,
          instance,
          browser,
          hasRtpText: hasRtpText === true,
          flow,
          callId,
          cseq,
          expiresAt,
        });
      }
    }
    return { status: 200 };
  }

  /** Server agents have no session, and their calls end with this process. */
  function noteDevice(flow: Flow, instance: string | undefined): void {
    const { username, sessionId, isAnonymous } = flow.user ?? {};
    if (username === undefined || sessionId === undefined || instance === undefined) return;
    flow.device = { username, sessionId, instance, isAnonymous: isAnonymous === true };
  }

  return {
    async register(transaction, flow) {
      const { request } = transaction;
      // REGISTER requests for other domains are not forwarded (RFC 3261 §10.3 step 1).
      const isForUs = parseUri(request.uri)?.host === domain;
      const refusal: ElementRefusal | undefined = isForUs
        ? checkAsRegistrar(request)
        : { status: 404, reason: 'Not Found' };
      if (refusal !== undefined) {
        transaction.respond(
          createResponse(request, refusal.status, { toTag: createTag(), headers: refusal.headers ?? [] }),
        );
        return;
      }
      const result = await authenticator.authenticate(request, 'registrar', flow);
      // A binding on a connection that was lost meanwhile would never be removed.
      if (flow.isLost) return;
      if (!result.ok) {
        transaction.respond(result.response);
        return;
      }
      const to = header(request, 'To');
      const address = addressOf(to);
      const isOwn = sipUriOf(to)?.host === domain && result.user.addresses.includes(address);
      if (isOwn) flow.user = result.user;
      const { status, reason }: Outcome = isOwn ? bind(request, flow, address) : { status: 403 };
      const more = status === 423 ? [{ name: 'Min-Expires', value: String(SIP_LIMITS.minExpires) }] : [];
      const date = { name: 'Date', value: new Date(clock.now()).toUTCString() };
      const bindings = status === 200 ? [...bindingHeaders(location.list(address), elapsedMs()), date] : more;
      transaction.respond(
        createResponse(request, status, {
          toTag: createTag(),
          headers: bindings,
          ...(reason === undefined ? {} : { reason }),
        }),
      );
      // A call that waits for this phone goes to it only now: a phone expects the answer to REGISTER first.
      if (status !== 200) return;
      registered(flow);
      location.announce(address);
    },
  };
}
