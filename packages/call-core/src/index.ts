export type {
  BarredOutcome,
  CallDirection,
  CallIdentity,
  CallState,
  LocalOutcome,
  RefusalReason,
  RemoteOutcome,
} from './call/call-state.ts';
export type { CallStatus } from './call/call-status.ts';
export { callStatusOf } from './call/call-status.ts';
export type { CallBlock } from './client/call-blocked-by.ts';
export { callBlockedBy } from './client/call-blocked-by.ts';
export type { CallClient, CallOptions, Intents } from './client/call-client.ts';
export { createCallClient } from './client/call-client.ts';
export type { CallStateFields } from './client/call-state-fields.ts';
export { callStateFields } from './client/call-state-fields.ts';
export type { OutsideEvent, PageEvent } from './client/client-events.ts';
export type { ClientSettings } from './client/client-settings.ts';
export type { ClientState } from './client/client-state.ts';
export { initialClientState } from './client/client-step.ts';
export type { ConnectionState, ConnectionWord } from './connection/connection-state.ts';
export { connectionWordOf } from './connection/connection-word.ts';
export type { DtmfState } from './dtmf/dtmf-state.ts';
export type { Heartbeat } from './heartbeat/heartbeat-state.ts';
export type { KioskOptions, KioskStep } from './kiosk/kiosk-machine.ts';
export { openKiosk, stepKiosk } from './kiosk/kiosk-machine.ts';
export type {
  KioskEffect,
  KioskEvent,
  KioskLinkFault,
  KioskRefusal,
  KioskState,
} from './kiosk/kiosk-state.ts';
export type { LocationSettings } from './location/location-state.ts';
export type { MediaState } from './media/media-state.ts';
export type { MediaKinds, NegotiatedMedia, TextWireName } from './media-kinds.ts';
export { hasAnyMedia, NO_MEDIA } from './media-kinds.ts';
export type { NetworkFlags } from './network/network-flags.ts';
export { networkFlagsOf } from './network/network-flags.ts';
export type { Panel, PanelsState } from './panels/panels-state.ts';
export type {
  Bandwidth,
  Clock,
  Geolocation,
  GeolocationEvent,
  IncomingAnswer,
  Info,
  LocalMedia,
  LocalMediaEvent,
  Log,
  MediaFailure,
  Notice,
  NoticeCode,
  Notices,
  OutgoingCall,
  Party,
  Ports,
  Position,
  Random,
  Signalling,
  SignallingEvent,
  SipAccount,
} from './ports.ts';
export type { RegistrationName, TransportRegisterState } from './registration/registration-names.ts';
export { registrationNameOf, transportRegisterStateOf } from './registration/registration-names.ts';
export type { RegistrationState } from './registration/registration-state.ts';
export type { TextState, TimedRun, WordsInOrder } from './text/text-state.ts';
export { orderWords } from './text/words-in-order.ts';
