import type { Clock, Hash } from '@samtal/sip';
import type { AdmitCall } from './admission/call-admission.ts';
import type { OpenCall } from './call/call.ts';
import type { DeviceReport } from './device-report.ts';
import type { AgentLog, Connect } from './ports.ts';

export type SipUserAgentOptions = {
  readonly sipUri: string;
  readonly domain: string;
  readonly username: string;
  readonly password: string;
  /** Opens each call that is admitted. */
  readonly openCall: OpenCall;
  readonly admit: AdmitCall;
  /** Takes reports about the devices of a call; absent = the agent refuses them. @returns whether the call is known */
  readonly report?: ((report: DeviceReport) => boolean) | undefined;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly connect: Connect;
  readonly hash: Hash;
  /** Creates an unguessable SIP token. */
  readonly createToken: () => string;
};
