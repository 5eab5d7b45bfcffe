import type { ClientState, ScreenNotice, ScreenState } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

/** The screen of the call in front, if one is or was shared in it. */
export const screenIn = ({ call, screens }: ClientState): ScreenState | undefined =>
  'call' in call ? screens?.[call.call.callId] : undefined;

const notices: Readonly<Record<ScreenNotice, TextKey>> = {
  denied: 'screen.denied',
  pressAgain: 'screen.press_again',
  failed: 'screen.failed',
  refused: 'screen.refused',
  taken: 'screen.taken',
  held: 'screen.held',
  three: 'screen.three',
  reloaded: 'screen.reloaded',
  peerReloaded: 'screen.peer_reloaded',
};

/** Notices about what has ended by itself; the others say that the user could not share. */
const ended: readonly (ScreenNotice | undefined)[] = ['held', 'reloaded', 'peerReloaded'];

/** Whether what the user reads is no failure. */
export const isQuiet = ({ own, notice }: ScreenState): boolean => own !== 'none' || ended.includes(notice);

/** What the user reads about a screen that they share, or that is not shared any more; undefined = nothing. */
export function wordsOfScreen({ own, isOwnAgreed, notice }: ScreenState): TextKey | undefined {
  if (own === 'choosing') return 'screen.choosing';
  if (own === 'wanted') return isOwnAgreed ? 'screen.own' : 'screen.starting';
  return notice && notices[notice];
}
