/** What a person has switched on or off on the call screen (ledger INCALL-09 … -22). */
export type PanelsState = {
  readonly isMicrophoneOn: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly isVideoVisible: boolean;
  readonly isTextVisible: boolean;
  /** Without video of their own a person has text as long as the call lasts (INCALL-21). */
  readonly isTextAlwaysVisible: boolean;
  readonly isSelfViewVisible: boolean;
  readonly isDialerVisible: boolean;
  readonly isMoreVisible: boolean;
  /** The call has the whole screen: what the page reports, not what was asked for. */
  readonly isFullscreen: boolean;
  readonly isKnocking: boolean;
  /** How often the other party has knocked in this call; knocks during one flash are one (RTT-11). */
  readonly knocks: number;
};

export type Panel = 'video' | 'text' | 'selfView' | 'dialer' | 'more';
