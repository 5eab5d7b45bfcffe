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
