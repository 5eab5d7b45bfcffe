import type { Header, SipRequest } from '@samtal/sip';
import { addressOf, header, headers, parseReplaces, refusalOfReplaces, toRequestUri } from '@samtal/sip';
import type { CallWatch } from '../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';
import type { Binding, Location } from '../registrar/location.ts';
import type { Absences } from './absences.ts';
import type { AttendedTransfers } from './attended-transfers.ts';
import type { DialogEnd, Dialogs } from './dialogs.ts';
import { isSameAddress } from './dialogs.ts';

/** Where an INVITE with Replaces goes, or with which status it is refused. */
export type ReplacedCall =
  | { readonly target: Binding; readonly watch: CallWatch | undefined }
  | { readonly status: number; readonly headers?: readonly Header[] };

type Parts = {
  readonly dialogs: Pick<Dialogs, 'findReplaced'>;
  readonly absences: Pick<Absences, 'areKept'>;
  readonly location: Pick<Location, 'list'>;
  readonly attended: Pick<AttendedTransfers, 'take'>;
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

/**
 * Finds the one device to which an INVITE with Replaces goes (RFC 3891): the other end of the dialog that it names. A
 * client may replace a dialog of its own connection, which a device gets back by registering with the same session and
 * `+sip.instance` (decision D81), and one that an end has asked it to replace (decision D101). Call-ID and tags alone
 * prove nothing: any other sender gets 481, as for a dialog that does not exist. No other device of the callee, no
 * mailbox and no web push takes part.
 */
export function findReplacedCall(
  invite: SipRequest,
  sender: Flow,
  { dialogs, absences, location, attended }: Parts,
): ReplacedCall {
  const replaces = parseReplaces(headers(invite, 'Replaces'));
  const permitted = replaces && attended.take(replaces, sender);
  if (permitted === undefined && !absences.areKept) return { status: 403 };
  if (replaces === undefined) return { status: 400 };
  const match = permitted?.match ?? dialogs.findReplaced(replaces, sender);
  const refusal = refusalOfReplaces(replaces, match && { state: 'confirmed' });
  if (match === undefined || refusal !== undefined) return { status: refusal ?? 481 };
  const { receiver } = match;
  const isNamed = (name: string, { identity }: DialogEnd): boolean =>
    isSameAddress(header(invite, name) ?? '', identity);
  if (!isNamed('From', permitted?.heir ?? match.sender) || !isNamed('To', receiver)) return { status: 403 };
  if (receiver.flow.isLost) return { status: 480, headers: [retryLater] };
  // The call of a third user is another one than that which it replaces.
  const watch = permitted === undefined ? match.dialog.branch.watch : undefined;
  return { target: bindingOf(receiver, location), watch };
}
