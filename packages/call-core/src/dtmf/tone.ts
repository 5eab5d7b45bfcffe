import type { CallState } from '../state/call-state.ts';

/**
 * Whether `tone` is a digit, `A`-`D`, `#`, `*`, or a comma, which is a pause and is not sent (DTMF-01,
 * DTMF-06, A-051).
 */
export const isTone = (tone: string): boolean => /^[0-9A-D#*,]$/.test(tone);

/** Why a tone cannot be sent now (DTMF-01, DTMF-02), as a log message; undefined when it can be sent. */
export function toneRefusal(tone: string, call: CallState): string | undefined {
  if (!isTone(tone)) return 'Invalid DTMF tone';
  return call.phase === 'accepted' ? undefined : 'Session does not exist';
}

/** The tones in the `ivr` text of a visitor's token; other characters are ignored. */
export const tonesIn = (ivr: string): readonly string[] => ivr.split('').filter(isTone);
