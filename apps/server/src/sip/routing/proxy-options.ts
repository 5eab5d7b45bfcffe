import type { Clock, TransactionLayer } from '@samtal/sip';
import type { WatchCalls } from '../../domain/calls/call-watch.ts';
import type { Meter } from '../../domain/meter.ts';
import type { DoNotDisturb } from '../../domain/people/do-not-disturb.ts';
import type { PushCall } from '../../domain/people/pushed-call.ts';
import type { MissedCallListener } from '../missed-call.ts';
import type { Authenticator } from '../registrar/authenticator.ts';
import type { Location } from '../registrar/location.ts';
import type { SipDirectory } from '../sip-directory.ts';
import type { CallSlots } from './call-slots.ts';
import type { Absences } from './dialogs/absences.ts';
import type { Dialogs } from './dialogs/dialogs.ts';
import type { Mailbox } from './mailbox.ts';
import type { TextGateway } from './text-gateway.ts';

export type ProxyOptions = {
  readonly domain: string;
  /** The sent-by part of this server's own Via. */
  readonly sentBy: string;
  readonly directory: SipDirectory;
  readonly authenticator: Authenticator;
  readonly location: Location;
  readonly dialogs: Dialogs;
  readonly absences: Absences;
  readonly slots: CallSlots;
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly elapsedMs: () => number;
  readonly missed: MissedCallListener;
  /** Follows each call to its end. */
  readonly calls: Pick<WatchCalls, 'begin'>;
  readonly meter: Pick<Meter, 'refused' | 'textPassed'>;
  readonly mailbox: Mailbox | undefined;
  /** Reaches devices of a callee that are not registered; absent = only registered devices are called. */
  readonly pushCall: PushCall | undefined;
  /** Connects users with phones that have text over RTP; absent = all are called directly. */
  readonly textGateway: TextGateway | undefined;
  /** Says which calls do not ring; absent = all calls ring. */
  readonly doNotDisturb: DoNotDisturb | undefined;
  readonly createTag: () => string;
};
