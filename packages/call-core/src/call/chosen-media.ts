import type { DeviceKind, MediaKinds } from '../media-kinds.ts';

/** The media that the settings turn on, and those that may be chosen for a call (decision D33). */
export type OwnMedia = MediaKinds & {
  readonly perCall?: Readonly<Record<DeviceKind, boolean>>;
  readonly emergencyMedia?: Readonly<Record<DeviceKind, boolean>>;
};

/**
 * The media with which a call begins: what the user chose for it, as far as that is configured, else what the
 * settings turn on. Without `perCall` the settings alone decide (decision D16).
 */
export function chosenMedia({ audio, video, text, perCall }: OwnMedia, chosen?: MediaKinds): MediaKinds {
  if (chosen === undefined || perCall === undefined) return { audio, video, text };
  return {
    audio: chosen.audio && perCall.audio,
    video: chosen.video && perCall.video,
    text: chosen.text && text,
  };
}

/** The same for calls by the emergency button and of the emergency service, for which the settings do not count (decision D89). */
export const emergencyOwn = ({ emergencyMedia, ...own }: OwnMedia): OwnMedia =>
  emergencyMedia === undefined ? own : { ...own, ...emergencyMedia, perCall: emergencyMedia };
