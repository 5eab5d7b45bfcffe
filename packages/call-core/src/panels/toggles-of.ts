import type { CallParts } from '../state/client-state.ts';
import type { Toggles } from '../state/panels-state.ts';

/** What is muted in this call, for a call that follows from it. */
export const togglesOf = ({ panels }: Pick<CallParts, 'panels'>): Toggles => ({
  isMicrophoneOn: panels.isMicrophoneOn,
  isCameraOn: panels.isCameraOn,
  isSoundOn: panels.isSoundOn,
});

/** The call that rings or begins in these parts, which is to begin with what is muted in `from`. */
export function withToggles(parts: CallParts, from: Pick<CallParts, 'panels'>): CallParts {
  const { call } = parts;
  if (call.phase !== 'incoming') return parts;
  return { ...parts, call: { ...call, call: { ...call.call, toggles: togglesOf(from) } } };
}
