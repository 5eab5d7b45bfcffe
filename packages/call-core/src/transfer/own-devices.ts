import type { MediaKinds } from '../media-kinds.ts';
import { muting } from '../panels/panels-machine.ts';
import type { ClientEffect, Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import { continueWith } from '../protocol/continue-with.ts';
import type { CallParts, ClientState } from '../state/client-state.ts';

/** The devices with which a user goes from one call into another one. */
export type OwnDevices = Pick<MediaKinds, 'audio' | 'video'>;

/**
 * What of `wanted` the user sends in this call. The media of a call are also those that the remote user alone has added;
 * a new call receives them and opens no device for them: that needs a press of the user (decision D33).
 */
export const devicesFor = (wanted: OwnDevices, { media }: Pick<CallParts, 'media'>): OwnDevices => ({
  audio: wanted.audio && media.working.audio,
  video: wanted.video && media.working.video,
});

/**
 * A step that opens devices for a call, with those alone that the user sends in the call `from`, and muted as they are
 * there. Without any the call goes on immediately, and receives as one whose devices are missing (decision D32).
 */
export function withDevices(
  step: Step<ClientState>,
  callId: string,
  from: Pick<CallParts, 'media' | 'panels'>,
  deliver: (state: ClientState, event: ClientEvent) => Step<ClientState>,
): Step<ClientState> {
  const isOpening = (effect: ClientEffect): effect is Extract<ClientEffect, { do: 'acquireMedia' }> =>
    effect.do === 'acquireMedia' && effect.callId === callId;
  const opening = step.effects.find(isOpening);
  if (opening === undefined) return step;
  const devices = devicesFor(opening, from);
  const others = step.effects.filter((effect) => !isOpening(effect));
  const muted = [...others, ...muting(from.panels, callId)];
  if (devices.audio || devices.video) return { ...step, effects: [...muted, { ...opening, ...devices }] };
  const without = { ...step, effects: muted };
  return continueWith(without, (after) =>
    deliver(after, { type: 'mediaAcquired', callId, audio: false, video: false }),
  );
}
