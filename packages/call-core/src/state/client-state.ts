import type { AdditionState } from './addition-state.ts';
import type { CallState } from './call-state.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ConnectionState } from './connection-state.ts';
import type { ContinuityState } from './continuity-state.ts';
import type { DtmfState } from './dtmf-state.ts';
import type { GeolocationState } from './geolocation-state.ts';
import type { HeartbeatState } from './heartbeat-state.ts';
import type { HoldState } from './hold-state.ts';
import type { MediaState } from './media-state.ts';
import type { PanelsState } from './panels-state.ts';
import type { RegistrationState } from './registration-state.ts';
import type { ScreenStates } from './screen-state.ts';
import type { TextState } from './text-state.ts';
import type { LostUser, ThreePeopleState } from './three-people-state.ts';
import type { TransferState } from './transfer-state.ts';

/** The state that belongs to one call. */
export type CallParts = {
  readonly call: CallState;
  readonly media: MediaState;
  readonly addition: AdditionState;
  readonly hold: HoldState;
  /** A transfer that is under way, or has failed; absent = none (decision D87). */
  readonly transfer?: TransferState;
  readonly continuity: ContinuityState;
  readonly text: TextState;
  readonly dtmf: DtmfState;
  readonly geolocation: GeolocationState;
  readonly panels: PanelsState;
};

/**
 * The whole state of the calling core, one immutable value; screens read it through selectors. The parts of the call
 * in front are in it directly.
 */
export type ClientState = CallParts & {
  /** Present from `start` (login) to `stop` (logout). */
  readonly settings: ClientSettings | undefined;
  /** The window is narrower than 992 px: a call with video starts with its text hidden (INCALL-20). */
  readonly isSmallScreen: boolean;
  /** The last user API request failed. */
  readonly isServerFailing: boolean;
  readonly heartbeat: HeartbeatState;
  readonly connection: ConnectionState;
  readonly registration: RegistrationState;
  /**
   * The second call (decision D85, ADR 27): it rings, waits while the user talks in the call in front, or is over.
   * Undefined until there is one.
   */
  readonly behind: CallParts | undefined;
  /**
   * A third call: the emergency service calls back while there are two (decision D89). Answered, declined or gone, it is
   * here no more; then what was behind may be here as over, until the next event. It has no timers.
   */
  readonly beside?: CallParts | undefined;
  /** Absent unless a screen is or was shared in a call (decision D88). */
  readonly screens?: ScreenStates;
  /** The calls have changed places: the timers of the call in front are those of a second call. */
  readonly isTurned: boolean;
  /** When a call came to the front because the one in front ended, in ms since the epoch; absent = never. */
  readonly cameForwardAt?: number;
  /** A call of three people, or what became of it; absent = none (decision D102). */
  readonly three?: ThreePeopleState;
  /** Who was lost from a call of three that goes on with the other one; absent = none. */
  readonly lost?: LostUser;
};
