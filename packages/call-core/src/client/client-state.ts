import type { CallState } from '../call/call-state.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { DtmfState } from '../dtmf/dtmf-state.ts';
import type { HeartbeatState } from '../heartbeat/heartbeat-state.ts';
import type { LocationState } from '../location/location-state.ts';
import type { MediaState } from '../media/media-state.ts';
import type { PanelsState } from '../panels/panels-state.ts';
import type { RegistrationState } from '../registration/registration-state.ts';
import type { TextState } from '../text/text-state.ts';
import type { ClientSettings } from './client-settings.ts';

/** Everything the calling core knows, one immutable value; screens read it through selectors. */
export type ClientState = {
  /** Present from `start` (login) to `stop` (logout). */
  readonly settings: ClientSettings | undefined;
  /** Window narrower than 992 px, where text starts hidden (INCALL-20). */
  readonly isSmallScreen: boolean;
  /** The last call of the user API failed. */
  readonly isServerFailing: boolean;
  readonly heartbeat: HeartbeatState;
  readonly connection: ConnectionState;
  readonly registration: RegistrationState;
  readonly call: CallState;
  readonly media: MediaState;
  readonly text: TextState;
  readonly dtmf: DtmfState;
  readonly location: LocationState;
  readonly panels: PanelsState;
};
