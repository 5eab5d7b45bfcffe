import type { Replaces, SipRequest } from '@samtal/sip';
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
import { referTargetOf } from './refer-target.ts';

/** A dialog that a third user may replace, because one of its ends has asked that user to (decision D101). */
export type PermittedReplacing = {
  /** From the view of the end that asked; the receiver is the target. */
  readonly match: DialogMatch;
  /** The user who may replace it, as the end of the dialog with the one that asked. */
  readonly heir: DialogEnd;
};

/** Attended transfers (RFC 5589 §7): Call-ID and tags alone permit nothing. */
export type AttendedTransfers = {
  /**
   * Permits the receiver of a REFER to replace the dialog that it names, once and for a time.
   * @returns the REFER to forward; undefined = the sender has no such dialog with that address
   */
  permit(match: DialogMatch, refer: SipRequest): SipRequest | undefined;
  /** What `sender` may replace. A second INVITE is not permitted. */
  take(replaces: Replaces, sender: Flow): PermittedReplacing | undefined;
};

/**
 * The REFER with the address of the target in its dialog. A client may name the target by its Contact, which says nothing to
 * the user who is asked. Undefined = it names someone else.
 */
function passedRefer(
  refer: SipRequest,
  named: string,
  { identity, target }: DialogEnd,
  replaces: Replaces,
): SipRequest | undefined {
  if (named === addressOf(identity)) return refer;
  const contact = parseUri(target);
  const uri = parseNameAddr(identity)?.uri ?? '?';
  if (contact === undefined || named !== addressOfRecord(contact) || uri.includes('?')) return undefined;
  const field = encodeURIComponent(writeReplaces(replaces));
  return replaceFirst(refer, 'Refer-To', `<${uri}?Replaces=${field}>`);
}

export function createAttendedTransfers(
  dialogs: Pick<Dialogs, 'findReplaced'>,
  elapsedMs: () => number,
): AttendedTransfers {
  const permitted = new Map<string, PermittedReplacing & { readonly until: number }>();

  function forgetOld(now: number): void {
    for (const [key, { until }] of permitted) if (until <= now) permitted.delete(key);
  }

  return {
    permit({ dialog, sender, receiver }, refer) {
      const { uri, replaces } = referTargetOf(refer) ?? {};
      if (uri === undefined || replaces === undefined || replaces.isEarlyOnly) return undefined;
      const match = dialogs.findReplaced(replaces, sender.flow);
      if (match === undefined || match.dialog === dialog) return undefined;
      const target = match.receiver;
      // A user is not connected with another device of the same address.
      if (isSameAddress(target.identity, receiver.identity)) return undefined;
      const passed = passedRefer(refer, addressOfRecord(uri), target, replaces);
      if (passed === undefined) return undefined;
      const now = elapsedMs();
      forgetOld(now);
      permitted.set(writeReplaces(replaces), { match, heir: receiver, until: now + SIP_LIMITS.replacingMs });
      return passed;
    },
    take(replaces, flow) {
      const key = writeReplaces(replaces);
      const found = permitted.get(key);
      if (found === undefined || found.heir.flow !== flow) return undefined;
      permitted.delete(key);
      const now = dialogs.findReplaced(replaces, found.match.sender.flow);
      return now?.dialog === found.match.dialog && found.until > elapsedMs() ? found : undefined;
    },
  };
}
