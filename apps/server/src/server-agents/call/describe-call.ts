import type { SipRequest } from '@samtal/sip';
import { addressOf, callIdOf, header, headers, parseNameAddr } from '@samtal/sip';
import { instancesIn } from '../../domain/accounts/instances.ts';
import type { AgentCall } from '../server-agent.ts';

export type CallDescription = Pick<
  AgentCall,
  'callId' | 'caller' | 'divertedFrom' | 'isDoNotDisturb' | 'registered'
>;

/** The field in which an external SIP server lists the devices of the original callee. */
const REGISTERED = 'Samtal-Registered';

/** Reads the caller, the original callee and the other devices from the INVITE. */
export function describeCall(invite: SipRequest): CallDescription {
  const from = header(invite, 'From');
  const diversion = header(invite, 'Diversion');
  const divertedFrom = addressOf(diversion);
  const reason = parseNameAddr(diversion ?? '')?.params.get('reason');
  const devices = headers(invite, REGISTERED);
  return {
    callId: callIdOf(invite),
    caller: { address: addressOf(from), name: parseNameAddr(from ?? '')?.displayName },
    divertedFrom: divertedFrom === '' ? undefined : divertedFrom,
    ...(reason === 'do-not-disturb' && { isDoNotDisturb: true }),
    registered: devices.length === 0 ? undefined : instancesIn(devices.join(' ')),
  };
}
