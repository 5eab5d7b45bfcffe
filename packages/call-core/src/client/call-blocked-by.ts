import { connectionWordOf } from '../connection/connection-word.ts';
import type { ClientState } from './client-state.ts';

export type CallBlock = 'offline' | 'notRegistered' | 'noMedia' | 'mediaDenied' | 'inCall';

/** Why no call can be started now (DIAL-12, -13, A-076); undefined when one can. */
export function callBlockedBy(state: ClientState): CallBlock | undefined {
  const { settings, call, media } = state;
  const word = connectionWordOf(state);
  if (settings === undefined || word === 'offline' || word === 'failed') return 'offline';
  if (word !== 'online') return 'notRegistered';
  if (!settings.audio && !settings.video && !settings.text) return 'noMedia';
  if (media.isDenied && (settings.audio || settings.video)) return 'mediaDenied';
  return call.phase === 'idle' || call.phase === 'completed' || call.phase === 'ended' ? undefined : 'inCall';
}
