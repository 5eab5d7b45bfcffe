/** A tone that was sent, and whether it came back. */
export type Tone = { readonly hertz: number; readonly isHeard: boolean };

/** When the sign that the other end speaks was shown, in silence and during tones (EN 301 549 6.2.2.4). */
export type VoiceSign = { readonly inSilence: boolean; readonly inTones: boolean };

export type Sounding = { readonly tones: readonly Tone[]; readonly voiceSign: VoiceSign };

export type VideoFacts = {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
};

/** What a user, and a program such as a screen reader, finds on the screen of a call; '' = nothing. */
export type ScreenFacts = {
  /** The name in the heading of the call. */
  readonly remoteName: string;
  /** The accessible names of the received and of the sent text. */
  readonly received: string;
  readonly sent: string;
  /** The name that stands at the received text. */
  readonly writer: string;
  /** Received and sent text have areas that do not overlap, and differ in more than their place. */
  readonly isApart: boolean;
};

/**
 * Measurements in the call in progress, which takes what this side sends back to it. Those that are under way when the
 * call ends are rejected. Adapter: `platform/conformance`.
 */
export interface CallProbe {
  /** Sends tones in place of the microphone, one after the other, and listens. Undefined without sound. */
  soundTones(hertz: readonly number[]): Promise<Sounding | undefined>;
  /** What arrives of the own video within some seconds. Undefined without video. */
  watchVideo(): Promise<VideoFacts | undefined>;
  /**
   * How much later than its picture a sound arrives, in milliseconds: beeps and flashes, sent together, one a
   * second. Undefined if it could not be measured.
   */
  measureSync(): Promise<number | undefined>;
  readScreen(): ScreenFacts;
}
