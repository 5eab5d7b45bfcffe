import type { SipRequest } from '@samtal/sip';
import {
  addressOf,
  addressOfRecord,
  parseNameAddr,
  parseUri,
  replaceFirst,
  writeReplaces,
} from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';
import type { DialogEnd, DialogMatch, Dialogs } from './dialogs.ts';
import { isSameAddress } from './dialogs.ts';
import type { DialogReference } from './refer-target.ts';
import { referTargetOf } from './refer-target.ts';

/** A dialog that a third user may name in an INVITE, because one of its ends has asked that user to. */
export type PermittedReference = {
  /** From the view of the end that asked; the receiver is the target. */
  readonly match: DialogMatch;
  /** The user who may name it, as the end of the dialog with the one that asked. */
  readonly guest: DialogEnd;
};

/**
 * Attended transfers (RFC 5589 §7, decision D101) and calls of three (RFC 3911): Call-ID and tags alone permit nothing.
 */
export type ReferredDialogs = {
  /**
   * Permits the receiver of a REFER to replace or join the dialog that it names, once and for a time.
   * @returns the REFER to forward; undefined = the sender has no such dialog with that address
   */
  permit(match: DialogMatch, refer: SipRequest): SipRequest | undefined;
  /** What `sender` may name. A second INVITE is not permitted. */
  take(reference: DialogReference, sender: Flow): PermittedReference | undefined;
};

/**
 * The REFER with the address of the target in its dialog. A client may name the target by its Contact, which says nothing to
 * the user who is asked. Undefined = it names someone else.
 */
function passedRefer(
  refer: SipRequest,
  named: string,
  { identity, target }: DialogEnd,
  { field, dialog }: DialogReference,
): SipRequest | undefined {
  if (named === addressOf(identity)) return refer;
  const contact = parseUri(target);
  const uri = parseNameAddr(identity)?.uri ?? '?';
  if (contact === undefined || named !== addressOfRecord(contact) || uri.includes('?')) return undefined;
  return replaceFirst(refer, 'Refer-To', `<${uri}?${field}=${encodeURIComponent(writeReplaces(dialog))}>`);
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
      const passed = passedRefer(refer, addressOfRecord(uri), target, reference);
      if (passed === undefined) return undefined;
      const now = elapsedMs();
      forgetOld(now);
      permitted.set(keyOf(reference), { match, guest: receiver, until: now + SIP_LIMITS.replacingMs });
      return passed;
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
