import type { SipRequest, SipUri } from '@samtal/sip';
import { addressOf, addressOfRecord, parseNameAddr, parseUri, replaceFirst } from '@samtal/sip';
import { writeReplaces } from '@samtal/sip/replaces';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import type { Flow } from '../../flow.ts';
import type { DialogEnd } from '../dialogs/dialog.ts';
import { isSameAddress } from '../dialogs/dialog.ts';
import type { DialogMatch } from '../dialogs/dialog-match.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { DialogReference } from './refer-target.ts';
import { referTargetOf } from './refer-target.ts';

/** A dialog that a third user may name in an INVITE, because one of its ends has asked that user to. */
export type PermittedReference = {
  /** From the view of the end that asked; the receiver is the target. */
  readonly match: DialogMatch;
  /** The user who may name it, as the end of the dialog with the one that asked. */
  readonly guest: DialogEnd;
};

/** A REFER to forward, and what takes back its permission when the receiver refuses it. */
export type PermittedRefer = { readonly request: SipRequest; readonly withdraw: () => void };

/**
 * Attended transfers (RFC 5589 §7, decision D101) and calls of three (RFC 3911): Call-ID and tags alone permit nothing.
 */
export type ReferredDialogs = {
  /**
   * Permits the receiver of a REFER to replace or join the dialog that it names, once and for a time.
   * @returns undefined = the sender has no such dialog with that address
   */
  permit(match: DialogMatch, refer: SipRequest): PermittedRefer | undefined;
  /** What `sender` may name. A second INVITE is not permitted. */
  take(reference: DialogReference, sender: Flow): PermittedReference | undefined;
};

/**
 * The address of a From or To value without all that its user may have written beside it, such as a password, `method`
 * or `maddr`. Undefined = it has no user.
 */
function plainAddress(identity: string): string | undefined {
  const uri = parseNameAddr(identity)?.uri ?? '';
  const { host, params, user } = parseUri(uri) ?? {};
  if (host === undefined || user === undefined) return undefined;
  // Still escaped; the only unescaped @ ends it, and : begins a password (RFC 3261 §25).
  const [name = ''] = uri.slice(uri.indexOf(':') + 1, uri.indexOf('@')).split(':');
  return `sip:${name}@${host}${params?.get('user') === 'phone' ? ';user=phone' : ''}`;
}

/**
 * The REFER with the address of the target in its dialog. A client may name the target by its Contact, which says nothing to
 * the user who is asked. Undefined = it names someone else, or a client could not have written the address itself.
 */
function passedRefer(
  refer: SipRequest,
  named: SipUri,
  { identity, target }: DialogEnd,
  { field, dialog }: DialogReference,
): SipRequest | undefined {
  const address = addressOf(identity);
  if (addressOfRecord(named) === address) return refer;
  const contact = parseUri(target);
  const plain = plainAddress(identity);
  if (contact === undefined || addressOfRecord(named) !== addressOfRecord(contact) || plain === undefined)
    return undefined;
  const value = `<${plain}?${field}=${encodeURIComponent(writeReplaces(dialog))}>`;
  const passed = replaceFirst(refer, 'Refer-To', value);
  const { uri, reference } = referTargetOf(passed) ?? {};
  return uri !== undefined && addressOfRecord(uri) === address && reference !== undefined
    ? passed
    : undefined;
}

const keyOf = ({ field, dialog }: DialogReference): string => `${field} ${writeReplaces(dialog)}`;

export function createReferredDialogs(
  dialogs: Pick<Dialogs, 'findReplaced'>,
  elapsedMs: () => number,
): ReferredDialogs {
  const permitted = new Map<string, PermittedReference & { readonly until: number }>();

  function forgetOld(now: number): void {
    for (const [key, { until }] of permitted) if (until <= now) permitted.delete(key);
  }

  return {
    permit({ dialog, sender, receiver }, refer) {
      const { uri, reference } = referTargetOf(refer) ?? {};
      if (uri === undefined || reference === undefined || reference.dialog.isEarlyOnly) return undefined;
      const match = dialogs.findReplaced(reference.dialog, sender.flow);
      if (match === undefined || match.dialog === dialog) return undefined;
      const target = match.receiver;
      // A user is not connected with another device of the same address.
      if (isSameAddress(target.identity, receiver.identity)) return undefined;
      const passed = passedRefer(refer, uri, target, reference);
      if (passed === undefined) return undefined;
      const now = elapsedMs();
      forgetOld(now);
      const key = keyOf(reference);
      const permission = { match, guest: receiver, until: now + SIP_LIMITS.replacingMs };
      permitted.set(key, permission);
      return {
        request: passed,
        withdraw() {
          // A later REFER may have permitted the same.
          if (permitted.get(key) === permission) permitted.delete(key);
        },
      };
    },
    take(reference, flow) {
      const key = keyOf(reference);
      const found = permitted.get(key);
      if (found === undefined || found.guest.flow !== flow) return undefined;
      permitted.delete(key);
      const now = dialogs.findReplaced(reference.dialog, found.match.sender.flow);
      return now?.dialog === found.match.dialog && found.until > elapsedMs() ? found : undefined;
    },
  };
}
