import type { CallState, Intents, PanelsState } from '@samtal/call-core';
import type { CallToolbarProps, ToggleProps } from './CallToolbar.tsx';
import { kindOf } from './call-kind.ts';
import type { InCallProps } from './InCall.tsx';
import { nameOf } from './party-name.ts';

type Accepted = Extract<CallState, { phase: 'accepted' }>;

/** What of a call in progress is on the screen: panels that are switched on and whose medium exists (INCALL-22, -26). */
export function selectInCall(
  { call, media, acceptedAt }: Accepted,
  panels: PanelsState,
): Omit<InCallProps, 'children' | 'toolbar' | 'attachRemote' | 'attachLocal' | 'isTextWide' | 'store'> {
  const isTextVisible = media.text && panels.isTextVisible;
  const isVideoVisible = media.video && panels.isVideoVisible;
  return {
    name: nameOf(call.party),
    acceptedAt,
    textWire: media.textWire,
    kind: kindOf(media),
    isVideoVisible,
    isTextVisible,
    isSelfViewVisible: media.video && panels.isSelfViewVisible,
    isCameraOn: panels.isCameraOn,
    isSoundOn: panels.isSoundOn,
    isKnocking: panels.isKnocking,
  };
}

const toggle = (isOn: boolean, isPossible: boolean, onToggle: () => void): ToggleProps => ({
  isOn: isOn && isPossible,
  onToggle: isPossible ? onToggle : undefined,
});

type ToolbarIntents = Pick<
  Intents,
  'hangUp' | 'toggleMicrophone' | 'toggleCamera' | 'toggleSound' | 'togglePanel'
>;

type ToolbarState = {
  readonly call: Accepted;
  readonly panels: PanelsState;
  readonly isUnread: boolean;
  readonly isSmallScreen: boolean;
};

/** A button whose medium is not part of the call cannot be used (INCALL-24, -26, decision D16). */
export function selectToolbar(
  { call: { media }, panels, isUnread, isSmallScreen }: ToolbarState,
  { hangUp, toggleMicrophone, toggleCamera, toggleSound, togglePanel }: ToolbarIntents,
): Omit<CallToolbarProps, 'fullscreen'> {
  return {
    microphone: toggle(panels.isMicrophoneOn, media.audio, toggleMicrophone),
    ownCamera: toggle(panels.isCameraOn, media.video, toggleCamera),
    sound: toggle(panels.isSoundOn, media.audio, toggleSound),
    incomingVideo: toggle(panels.isVideoVisible, media.video, () => togglePanel('video')),
    selfView: toggle(panels.isSelfViewVisible, media.video, () => togglePanel('selfView')),
    text: toggle(panels.isTextVisible, media.text, () => togglePanel('text')),
    isTextUnread: isUnread,
    more: isSmallScreen ? toggle(panels.isMoreVisible, true, () => togglePanel('more')) : undefined,
    onHangUp: hangUp,
  };
}
