import type { Settings } from '@samtal/api-contract';
import {
  type ClientSettings,
  type EmergencyChoice,
  isEmergencyTarget,
  type MediaKinds,
} from '@samtal/call-core';

/** What an emergency call may be made of. */
export const HOW = ['all', 'noCamera', 'silent', 'text'] as const;
export type How = (typeof HOW)[number];

const all: MediaKinds = { audio: true, video: true, text: true };

const choices: Readonly<Record<How, EmergencyChoice>> = {
  all: { media: all, isSilent: false },
  noCamera: { media: { ...all, video: false }, isSilent: false },
  silent: { media: all, isSilent: true },
  text: { media: { audio: false, video: false, text: true }, isSilent: true },
};

export const choiceOf = (how: How): EmergencyChoice => choices[how];

/** What a call to `media` is meant to be; a call that is made once more, as the one `before`: a silent one stays silent. */
export function howOf(media: MediaKinds | undefined, before: EmergencyChoice | undefined): How {
  const isAsBefore = (how: How): boolean =>
    choices[how].isSilent === before?.isSilent &&
    choices[how].media.audio === before.media.audio &&
    choices[how].media.video === before.media.video;
  if (before !== undefined) return HOW.find(isAsBefore) ?? 'all';
  if (media?.audio === false) return 'text';
  return media?.video === false ? 'noCamera' : 'all';
}

/** The choices that differ, with the media that are configured. */
export function howFor({
  emergencyMedia = { audio: false, video: false },
  text,
}: Pick<ClientSettings, 'emergencyMedia' | 'text'>): readonly How[] {
  const { audio, video } = emergencyMedia;
  return HOW.filter((how) => {
    if (how === 'noCamera') return video && (audio || text);
    if (how === 'silent') return audio;
    return how === 'all' || (text && (audio || video));
  });
}

/** The number of test calls; undefined if there is none, or if a call to it would be an emergency call. */
export function testNumberIn(settings: Settings, client: ClientSettings | undefined): string | undefined {
  const number = settings['GEO_EMERGENCY_TEST_NUMBER']?.trim() ?? '';
  return number === '' || client === undefined || isEmergencyTarget(number, client) ? undefined : number;
}
