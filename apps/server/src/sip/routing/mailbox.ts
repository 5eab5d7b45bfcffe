import type { MissedCallCause } from '../../domain/people/incoming-call.ts';
import type { Location } from '../registrar/location.ts';
import type { Diversion } from './diversion.ts';

/** The server agent that answers calls for users who have chosen a mailbox. */
export type Mailbox = {
  /** The address that the mailbox registers: `user@domain` in lower case. */
  readonly address: string;
  /** Whether the mailbox answers calls to this address. */
  readonly answersFor: (address: string) => Promise<boolean>;
};

const reasons: Readonly<Record<MissedCallCause, string>> = {
  notReachable: 'unavailable',
  notAnswered: 'no-answer',
  givenUp: 'no-answer',
};

/** Finds the mailbox for a call to `address`. Diversion names the callee and the reason (RFC 5806 §4). */
export const mailboxFor =
  (mailbox: Mailbox, location: Location, address: string) =>
  async (cause: MissedCallCause): Promise<Diversion | undefined> => {
    const [binding] = location.find(mailbox.address);
    if (binding === undefined || !(await mailbox.answersFor(address))) return undefined;
    const diversion = `<sip:${address}>;reason=${reasons[cause]}`;
    return { binding, headers: [{ name: 'Diversion', value: diversion }] };
  };
