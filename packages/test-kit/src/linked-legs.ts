import type { DeviceKind, MediaKinds, OutsideEvent, SipAccount } from '@samtal/call-core';

/** What the servers and the peers of a network do, as a test sets it. */
export type NetworkBehaviour = {
  /** Whether the servers refuse new connections. */
  isDown: boolean;
  /** Final status of every REGISTER; undefined means 200. */
  registerStatus: number | undefined;
  /** Whether every REGISTER is lost: it is not answered. */
  isRegisterLost: boolean;
  /** Retry-After of a refused REGISTER. */
  retryAfterSeconds: number | undefined;
  /** Whether the peer refuses every INFO. */
  isInfoRefused: boolean;
  /** What the peer does with an offer of a medium: undefined = it takes it, `lost` = it never answers. */
  mediumAnswer: number | 'lost' | undefined;
  /** The status with which the peer answers an offer to go on; undefined = it goes on. */
  resumeStatus: number | undefined;
  /** The status with which the peer refuses to replace a call after a reload; undefined = it answers. */
  takeUpStatus: number | undefined;
  /** The status with which the peer answers an offer to hold or to resume; undefined = it agrees. */
  holdStatus: number | undefined;
  /** What the peer does with the offer of a screen: undefined = it takes it, `inactive` = it agrees to none. */
  screenAnswer: number | 'inactive' | 'lost' | undefined;
  /** The status with which the peer refuses to be asked to call a third user; undefined = it asks its user. */
  referStatus: number | undefined;
  /** Whether clients say that they take questions to call a third user. */
  takesTransfers: boolean;
  /** Whether clients say that they can be in a call of three. */
  takesJoin: boolean;
  /** Whether sent text is lost: it neither arrives nor is answered. */
  isTextLost: boolean;
};

export type End = { readonly signalling: EndState; readonly callId: string };

export type Leg = {
  readonly id: number;
  caller: End;
  callee: End;
  /** The end whose INVITE, which replaces the call after a reload, waits for its answer. */
  asking?: EndState | undefined;
  /** Ends whose page was loaded anew: they answer nothing in the dialog until another one has replaced it. */
  readonly restored: Set<EndState>;
  readonly wanted: MediaKinds;
  isAccepted: boolean;
  isOver: boolean;
  /** What each end sends, and whether its offer waits for an answer. */
  readonly sent: Map<EndState, { audio: boolean; video: boolean }>;
  readonly offering: Set<EndState>;
  /** The ends that hold the call, and those that wish to; the answers of an end say what it wishes. */
  readonly held: Set<EndState>;
  /** The end whose screen is shared. */
  screenOf?: EndState | undefined;
  readonly wishing: Set<EndState>;
};

export type EndState = {
  account: SipAccount | undefined;
  isOpen: boolean;
  isRegistered: boolean;
  legs: Map<string, Leg>;
  emit: (event: OutsideEvent) => void;
};

export const other = (leg: Leg, self: EndState): End =>
  leg.caller.signalling === self ? leg.callee : leg.caller;

/** Whether an end sends sound and video in the call. */
export const sentBy = ({ sent }: Leg, end: EndState): Readonly<Record<DeviceKind, boolean>> =>
  sent.get(end) ?? { audio: false, video: false };

/** What all ends of a network have in common. */
export type Wires = {
  readonly behaviour: NetworkBehaviour;
  readonly ends: EndState[];
  /** All calls that there have been; `id` is the place of a leg. */
  readonly known: Leg[];
  /** A number that was not used before. */
  readonly nextId: () => number;
  /** Runs `run` when a message has crossed the network. */
  readonly later: (run: () => void) => void;
};

/** Sends an event to an end, which gets it if it is connected then. */
export const say = ({ later }: Wires, to: EndState, event: OutsideEvent): void =>
  later(() => to.isOpen && to.emit(event));

/** Sends an event to the other end of a leg. */
export function tellOther(
  wires: Wires,
  leg: Leg,
  self: EndState,
  event: (callId: string) => OutsideEvent,
): void {
  const { signalling, callId } = other(leg, self);
  say(wires, signalling, event(callId));
}
