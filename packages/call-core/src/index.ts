/**
 * The calling core of the web client: one small state machine each for connection, registration, call, media,
 * text, panels, tones, geolocation and heartbeat, and the runtime that drives them. The machines are pure: a
 * step takes a state and an event and returns the next state and effects, which `client/run-effect.ts` hands
 * to ports. Adapters are in `apps/web/src/platform`, fakes in `packages/test-kit`. Start with
 * `client/client-step.ts`.
 */
export { refusalOf } from './call/refusal.ts';
export type { CallBlock } from './client/call-blocked-by.ts';
export { callBlockedBy, isEmergencyTarget } from './client/call-blocked-by.ts';
export type { CallClient } from './client/call-client.ts';
export { createCallClient } from './client/call-client.ts';
export type { AskBeforeEmergency, CallOptions } from './client/call-requests.ts';
export { initialClientState } from './client/client-step.ts';
export type { Intents } from './client/intents.ts';
export { canCallWithText, refusedCallOf } from './client/text-call.ts';
export { isEmergency } from './geolocation/emergency.ts';
export type { FetchedLocation } from './geolocation/location-code.ts';
export { canHold } from './hold/can-hold.ts';
export type { KioskOptions, KioskStep } from './kiosk/kiosk-machine.ts';
export { openKiosk, stepKiosk } from './kiosk/kiosk-machine.ts';
export type { LaterSecondCall, SecondCallCode } from './later/second-call-code.ts';
export type { FetchedTransfers, TransferCode } from './later/transfer-code.ts';
export { SAME_PRESS_MS } from './limits.ts';
export type { DeviceKind, MediaKinds, NegotiatedMedia, TextTransportName } from './media-kinds.ts';
export { hasAnyMedia, NO_MEDIA, TEXT_ALONE } from './media-kinds.ts';
export type { NetworkFlags } from './network/network-flags.ts';
export { networkFlagsOf } from './network/network-flags.ts';
export { isSilent } from './panels/panels-machine.ts';
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
  OtherStatus,
  OutgoingCall,
  Ports,
  Position,
  Random,
  RemoteUser,
  ScreenCaptureEvent,
  Signalling,
  SignallingEvent,
  SipAccount,
  TransferRequest,
} from './ports.ts';
export type { OutsideEvent, PageEvent } from './protocol/client-events.ts';
export type { FetchedScreens, ScreenCapture, ScreenCode } from './screen/screen-code.ts';
export type { AdditionState } from './state/addition-state.ts';
export type {
  BarredOutcome,
  CallDirection,
  CallIdentity,
  CallState,
  EmergencyChoice,
  LocalOutcome,
  RefusalReason,
  RemoteOutcome,
} from './state/call-state.ts';
export type { CallTicket, RestoredCall } from './state/call-ticket.ts';
export type { ClientSettings } from './state/client-settings.ts';
export type { CallParts, ClientState } from './state/client-state.ts';
export type { ConnectionName, ConnectionState } from './state/connection-state.ts';
export type { ContinuitySettings, ContinuityState, Interruption } from './state/continuity-state.ts';
export type { DtmfState } from './state/dtmf-state.ts';
export type { CivicAddress, GeolocationSettings } from './state/geolocation-state.ts';
export type { Heartbeat } from './state/heartbeat-state.ts';
export type { HoldState } from './state/hold-state.ts';
export type {
  KioskEffect,
  KioskEvent,
  KioskLinkFault,
  KioskRefusal,
  KioskState,
} from './state/kiosk-state.ts';
export type { MediaState } from './state/media-state.ts';
export type { Panel, PanelsState } from './state/panels-state.ts';
export type { RegistrationState } from './state/registration-state.ts';
export type { ScreenNotice, ScreenState } from './state/screen-state.ts';
export type { TextState, TimedRun } from './state/text-state.ts';
export type { InSightText, LostUser, Span, ThreePeopleState } from './state/three-people-state.ts';
export type { TransferOrder, TransferState } from './state/transfer-state.ts';
export { askedIn, canAskAgain } from './three-people/can-ask-again.ts';
export { canInvite } from './three-people/can-invite.ts';
export type { AuthoredRun, CallText } from './three-people/conversation-of-three.ts';
export { readTicket } from './ticket/read-ticket.ts';
export type { Tickets } from './ticket/tickets.ts';
export { connectable } from './transfer/connectable.ts';
export type { CallStateFields } from './views/call-state-fields.ts';
export { callStateFields, fieldsWithoutText } from './views/call-state-fields.ts';
export type { CallStatus } from './views/call-status.ts';
export { callStatusOf } from './views/call-status.ts';
export { connectionNameOf } from './views/connection-name.ts';
export { conversationOf, incomingText } from './views/conversation.ts';
export type { HoldView } from './views/hold-view.ts';
export { holdInFront, holdViewOf, isResuming } from './views/hold-view.ts';
export { lastCallOf } from './views/last-call.ts';
export type { PeerContact, PeerDevice, PeerSigns, PeerView, PeerWatch } from './views/peer-view.ts';
export { initialPeerWatch, stepPeerWatch, withInterruption } from './views/peer-view.ts';
export type { RegistrationName, TransportRegisterState } from './views/registration-names.ts';
export { registrationNameOf, transportRegisterStateOf } from './views/registration-names.ts';
