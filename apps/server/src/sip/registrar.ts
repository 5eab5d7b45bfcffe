import type { Clock, ElementRefusal, Header, NameAddr, ServerTransaction, SipRequest } from '@samtal/sip';
import {
  addressOfRecord,
  checkAsRegistrar,
  createResponse,
  header,
  headers,
  parseCSeq,
  parseNameAddr,
  parseUri,
} from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits.ts';
import type { Authenticator } from './authenticator.ts';
import type { Flow } from './flow.ts';
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
};

type Wish = Pick<Binding, 'contactUri' | 'instance'> & { readonly expires: number };

/** Seconds asked for one Contact: its own parameter, the Expires header, or the default (RFC 3261 §10.3 step 7). */
function expiresOf(contact: NameAddr, request: SipRequest): number {
  const asked = Number(
    contact.params.get('expires') ?? header(request, 'Expires') ?? SIP_LIMITS.defaultExpires,
  );
  return Number.isInteger(asked) && asked >= 0
    ? Math.min(asked, SIP_LIMITS.maxExpires)
    : SIP_LIMITS.defaultExpires;
}

function bindingHeaders(bindings: readonly Binding[], elapsedMs: number): Header[] {
  const contacts = bindings.map(({ contactUri, instance, expiresAt }) => {
    const suffix = instance === undefined ? '' : `;+sip.instance="${instance.replaceAll(/["\\]/g, '\\$&')}"`;
    return {
      name: 'Contact',
      value: `<${contactUri}>;expires=${Math.max(0, Math.ceil((expiresAt - elapsedMs) / 1000))}${suffix}`,
    };
  });
  return contacts;
}

/** REGISTER (RFC 3261 §10.3): a binding belongs to the connection it came on and goes with it. */
export function createRegistrar({
  domain,
  authenticator,
  location,
  clock,
  elapsedMs,
  createTag,
}: Options): Registrar {
  /** Carries out what the Contacts ask for; a number is the status of a refusal. */
  function bind(request: SipRequest, flow: Flow, address: string): number {
    const callId = header(request, 'Call-ID') ?? '';
    const cseq = parseCSeq(header(request, 'CSeq') ?? '')?.number ?? 0;
    const isOutdated = (binding: Binding) => binding.callId === callId && binding.cseq >= cseq;
    const values = headers(request, 'Contact');
    if (values.includes('*')) {
      if (values.length > 1 || header(request, 'Expires') !== '0') return 400;
      location.remove(address, (binding) => !isOutdated(binding));
      return 200;
    }
    const contacts = values.flatMap((value) => parseNameAddr(value) ?? []);
    const wishes: Wish[] = contacts.map((contact) => ({
      contactUri: contact.uri,
      instance: contact.params.get('+sip.instance'),
      expires: expiresOf(contact, request),
    }));
    if (wishes.some(({ contactUri }) => parseUri(contactUri) === undefined)) return 400;
    if (wishes.some(({ expires }) => expires > 0 && expires < SIP_LIMITS.minExpires)) return 423;
    const outdated = location.find(address).filter(isOutdated);
    // All or nothing (RFC 3261 §10.3 step 7).
    if (wishes.some((wish) => outdated.some((binding) => isSamePhone(binding, wish)))) return 500;
    for (const { contactUri, instance, expires } of wishes) {
      if (expires === 0) location.remove(address, (known) => isSamePhone(known, { contactUri, instance }));
      else {
        const expiresAt = elapsedMs() + expires * 1000;
        location.put(address, { contactUri, instance, flow, callId, cseq, expiresAt });
      }
    }
    return 200;
  }

  return {
    async register(transaction, flow) {
      const { request } = transaction;
      // Nothing is relayed to other registrars (RFC 3261 §10.3 step 1).
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
      // A binding to a connection that broke meanwhile would never be taken away again.
      if (flow.isLost) return;
      if (!result.ok) {
        transaction.respond(result.response);
        return;
      }
      const to = parseUri(parseNameAddr(header(request, 'To') ?? '')?.uri ?? '');
      const address = to === undefined ? '' : addressOfRecord(to);
      const isOwn = to?.host === domain && result.user.addresses.includes(address);
      if (isOwn) flow.user = result.user;
      const status = isOwn ? bind(request, flow, address) : 403;
      const more = status === 423 ? [{ name: 'Min-Expires', value: String(SIP_LIMITS.minExpires) }] : [];
      const date = { name: 'Date', value: new Date(clock.now()).toUTCString() };
      const bindings = status === 200 ? [...bindingHeaders(location.find(address), elapsedMs()), date] : more;
      transaction.respond(createResponse(request, status, { toTag: createTag(), headers: bindings }));
    },
  };
}
