/** The panels and media that the user has switched on or off on the call screen (INCALL-09 … -22). */
export type PanelsState = {
  readonly isMicrophoneOn: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly isVideoVisible: boolean;
  readonly isTextVisible: boolean;
  /** A user with the video setting off sees the text for the whole call (INCALL-21). */
  readonly isTextAlwaysVisible: boolean;
  readonly isSelfViewVisible: boolean;
  readonly isDialerVisible: boolean;
  readonly isMoreVisible: boolean;
  /** The call is fullscreen, as reported by the page, not as requested. */
  readonly isFullscreen: boolean;
  readonly isKnocking: boolean;
  /** Knocks of the remote user in this call; knocks during one flash count as one (RTT-11). */
  readonly knocks: number;
};

/** What the user has muted or switched off. */
export type Toggles = Pick<PanelsState, 'isMicrophoneOn' | 'isCameraOn' | 'isSoundOn'>;

export type Panel = 'video' | 'text' | 'selfView' | 'dialer' | 'more';
