import type { Clock, TransactionLayer } from '@samtal/sip';
import type { CallWatch } from '../../../domain/calls/call-watch.ts';
import type { MissedCallCause } from '../../../domain/people/incoming-call.ts';
import type { PushedCall, PushedCallEvents } from '../../../domain/people/pushed-call.ts';
import type { Flow } from '../../flow.ts';
import type { Binding } from '../../registrar/location.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { Diversion } from '../diversion.ts';
import type { Detour } from '../text-gateway.ts';

/** The parts of the server that every fork uses. */
export type ForkParts = {
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly createTag: () => string;
  readonly dialogs: Dialogs;
  readonly createRecordRoute: (token: string, flow: Flow) => string;
};

export type ForkOptions = ForkParts & {
  readonly targets: readonly Binding[];
  readonly caller: Flow;
  /**
   * Called when the call ends: the caller was refused or has left, or the dialog with the callee has ended.
   */
  readonly ended: () => void;
  /** Follows the call of an INVITE; absent = nothing follows it. */
  readonly watch?: CallWatch | undefined;
  /** Called when the callee neither answered nor refused the call. */
  readonly missed: (cause: MissedCallCause, hasRung: boolean) => void;
  /** Finds the mailbox that answers for the callee; undefined if the callee has none. */
  readonly findMailbox?: ((cause: MissedCallCause) => Promise<Diversion | undefined>) | undefined;
  /** The way to a device that does not have the text of the caller; absent = all are called directly (decision D94). */
  readonly detour?: ((device: Diversion) => Detour | undefined) | undefined;
  /**
   * The INVITE takes up a call after a reload (decision D81). The callee stays in the earlier dialog until it gets the
   * ACK. So a 2xx that comes too late gets neither ACK nor BYE.
   */
  readonly isTakeUp?: boolean | undefined;
  /** Devices of the callee that may register while the call rings; absent = only `targets` are called. */
  readonly late?: LateDevices | undefined;
};

/** Pushes a call to the devices whose page is closed or frozen (decision D78). */
export type LateDevices = {
  readonly push: (events: PushedCallEvents) => PushedCall;
  /** The bindings of the callee as they are now. */
  readonly bindings: () => readonly Binding[];
  /** Calls `listener` when the callee has registered. @returns a function that ends the subscription */
  readonly watch: (listener: () => void) => () => void;
};
