import type { ClientTransaction, Header, SipResponse } from '@samtal/sip';
import type { Binding } from '../../registrar/location.ts';
import { deviceOf, isSamePhone } from '../../registrar/location.ts';
import type { Branch } from '../dialogs/dialog.ts';
import type { Detour } from '../text-gateway.ts';

/** One target of a forked request, with its final response. */
export type ForkTarget = {
  readonly binding: Binding;
  readonly headers: readonly Header[];
  /** The way by which it was called; undefined = directly, or not yet (decision D94). */
  detour: Detour | undefined;
  transaction: ClientTransaction | undefined;
  /** The final response, which this server makes for a target that sends none. */
  response: SipResponse | undefined;
  tag: string | undefined;
  /** Set for an INVITE only. */
  branch: Branch | undefined;
  /** How many of its answers have been hung up, because they came too late or cannot be used. */
  hungUp: number;
  /** What the target itself has sent: nothing; 100, which a live phone sends immediately; that it rings; a refusal. */
  heard: 'nothing' | 'trying' | 'ringing' | 'refusal';
};

export const createTarget = (binding: Binding, headers: readonly Header[]): ForkTarget => ({
  binding,
  headers,
  detour: undefined,
  transaction: undefined,
  response: undefined,
  tag: undefined,
  branch: undefined,
  hungUp: 0,
  heard: 'nothing',
});

/** The binding to which requests for a target go: that of the text gateway, or its own. */
export const sentTo = ({ binding, detour }: ForkTarget): Binding => detour?.binding ?? binding;

/** Notes what a target has sent, from the status of a provisional response or a refusal. */
export function hear(target: ForkTarget, status: number): void {
  if (status >= 300) target.heard = 'refusal';
  else if (status > 100) target.heard = 'ringing';
  else if (target.heard === 'nothing') target.heard = 'trying';
}

export const devicesOf = (targets: readonly ForkTarget[]) => targets.map(({ binding }) => deviceOf(binding));

/** Whether two targets are pages of one browser, which web push takes for one device. */
export const isOfOneDevice = (one: ForkTarget, other: ForkTarget): boolean =>
  deviceOf(one.binding) !== undefined && deviceOf(one.binding) === deviceOf(other.binding);

/**
 * Whether a binding needs no INVITE of its own: its phone has the INVITE on the same connection, or has refused
 * the call. A phone with a new connection gets it again, because the page may have been loaded anew.
 */
export const isCalled = (targets: readonly ForkTarget[], binding: Binding): boolean =>
  targets.some(
    ({ binding: known, heard }) =>
      isSamePhone(known, binding) && (known.flow === binding.flow || heard === 'refusal'),
  );
