import type { Header, SipRequest } from '@samtal/sip';
import { addressOf, header, headers, toRequestUri } from '@samtal/sip';
import { refusalOfReplaces } from '@samtal/sip/replaces';
import type { CallWatch } from '../../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import type { Flow } from '../../flow.ts';
import type { Binding, Location } from '../../registrar/location.ts';
import type { Absences } from '../dialogs/absences.ts';
import type { DialogEnd } from '../dialogs/dialog.ts';
import { isSameAddress } from '../dialogs/dialog.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { DialogReference } from './refer-target.ts';
import { referenceOf } from './refer-target.ts';
import type { PermittedReference, ReferredDialogs } from './referred-dialogs.ts';

/** Where an INVITE with Replaces or Join goes. */
export type NamedCall = {
  readonly target: Binding;
  readonly watch: CallWatch | undefined;
  /** Its sender takes up its own call, after a reload of the page. */
  readonly isTakeUp: boolean;
};

/** The named call, or the status with which the INVITE is refused. */
type ReplacedCall = NamedCall | { readonly status: number; readonly headers?: readonly Header[] };

type Parts = {
  readonly dialogs: Pick<Dialogs, 'findReplaced'>;
  readonly absences: Pick<Absences, 'areKept'>;
  readonly location: Pick<Location, 'list'>;
  readonly referred: Pick<ReferredDialogs, 'take'>;
};

/** For a request to an end of a call that has lost its connection, and may come back (decision D80). */
export const retryLater: Header = { name: 'Retry-After', value: String(SIP_LIMITS.awaySeconds) };

/** The device of an end as it is registered now: its page may have been loaded anew, with another Contact. */
function bindingOf({ flow, identity, target }: DialogEnd, location: Parts['location']): Binding {
  const known = location.list(addressOf(identity)).find((binding) => binding.flow === flow);
  return (
    known ?? {
      contactUri: toRequestUri(target),
      registeredUri: target,
      instance: flow.device?.instance,
      flow,
      callId: '',
      cseq: 0,
      expiresAt: Number.POSITIVE_INFINITY,
    }
  );
}

/** Whether the address in this field is that of this end. */
const isNamed = (invite: SipRequest, name: string, { identity }: DialogEnd): boolean =>
  isSameAddress(header(invite, name) ?? '', identity);

/** An INVITE that an end of the dialog has asked its sender to send. The call is one of its own. */
function goByPermission(
  invite: SipRequest,
  { match: { receiver }, guest }: PermittedReference,
  { location }: Parts,
): ReplacedCall {
  if (!isNamed(invite, 'From', guest) || !isNamed(invite, 'To', receiver)) return { status: 403 };
  if (receiver.flow.isLost) return { status: 480, headers: [retryLater] };
  return { target: bindingOf(receiver, location), watch: undefined, isTakeUp: false };
}

/** Finds the other end of the dialog that an INVITE names in `field`, if its sender may call it. */
function findByReference(
  invite: SipRequest,
  field: DialogReference['field'],
  sender: Flow,
  parts: Parts,
): ReplacedCall {
  const { dialogs, absences, location, referred } = parts;
  const reference = referenceOf(field, headers(invite, field));
  const permitted = reference && referred.take(reference, sender);
  if (permitted !== undefined) return goByPermission(invite, permitted, parts);
  if (field === 'Join' || !absences.areKept) return { status: 403 };
  if (reference === undefined) return { status: 400 };
  const match = dialogs.findReplaced(reference.dialog, sender);
  const refusal = refusalOfReplaces(reference.dialog, match && { state: 'confirmed' });
  if (match === undefined || refusal !== undefined) return { status: refusal ?? 481 };
  const { sender: own, receiver } = match;
  if (!isNamed(invite, 'From', own) || !isNamed(invite, 'To', receiver)) return { status: 403 };
  if (receiver.flow.isLost) return { status: 480, headers: [retryLater] };
  return { target: bindingOf(receiver, location), watch: match.dialog.branch.watch, isTakeUp: true };
}

/**
 * Header fields that name an existing call, which the INVITE would replace or join (RFC 3891, RFC 3911). Target-Dialog,
 * which proves to know one (RFC 4538 §4), is refused: it would help to get around these rules.
 */
const DIALOG_REFERENCES = ['Replaces', 'Join'] as const;

/**
 * Finds the one device to which an INVITE with Replaces (RFC 3891) or Join (RFC 3911) goes: the other end of the dialog
 * that it names. A client may replace a dialog of its own connection, which a device gets back by registering with the
 * same session and `+sip.instance` (decision D81), and one that an end has asked it to replace or to join. Call-ID and
 * tags alone prove nothing: any other sender gets 481, as for a dialog that does not exist. No other device of the
 * callee, no mailbox and no web push takes part.
 * @returns undefined = the INVITE names no dialog
 */
export function findNamedCall(invite: SipRequest, sender: Flow, parts: Parts): ReplacedCall | undefined {
  const has = (name: string): boolean => header(invite, name) !== undefined;
  const [field, another] = DIALOG_REFERENCES.filter(has);
  if (has('Target-Dialog') || another !== undefined) return { status: 403 };
  return field && findByReference(invite, field, sender, parts);
}
