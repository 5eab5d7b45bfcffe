import type { Ports } from '../ports.ts';
import type { ClientEffect, TimerName } from './client-effects.ts';
import type { ClientSettings } from './client-settings.ts';

export type Timers = {
  start(timer: TimerName, delayMs: number): void;
  stop(timer: TimerName): void;
};

/** Hands an effect to its port; what depends on the person's settings is added here. */
export function runEffect(
  effect: ClientEffect,
  ports: Ports,
  settings: ClientSettings | undefined,
  timers: Timers,
): void {
  const { signalling, localMedia, notices } = ports;
  const bandwidth = settings?.bandwidth ?? { audioKbps: 0, videoKbps: 0 };
  switch (effect.do) {
    case 'openLine':
      if (settings !== undefined) signalling.openLine(effect.server, settings.account);
      return;
    case 'closeLine':
      signalling.closeLine();
      return;
    case 'register':
      if (settings !== undefined) signalling.register(settings.registerExpirySeconds);
      return;
    case 'unregister':
      signalling.unregister();
      return;
    case 'invite': {
      const { callId, target, wanted } = effect;
      const callInfo = settings?.callInfo;
      signalling.invite({
        callId,
        target,
        wanted,
        bandwidth,
        ...(callInfo === undefined ? {} : { callInfo }),
      });
      return;
    }
    case 'answer':
      signalling.answer({ callId: effect.callId, wanted: effect.wanted, bandwidth });
      return;
    case 'reject':
      signalling.reject(effect.callId, effect.status);
      return;
    case 'cancel':
      signalling.cancel(effect.callId);
      return;
    case 'hangUp':
      signalling.hangUp(effect.callId);
      return;
    case 'abandon':
      signalling.abandon(effect.callId);
      return;
    case 'sendText':
      signalling.sendText(effect.callId, effect.chunkId, effect.characters);
      return;
    case 'acquireMedia':
      localMedia.acquire(effect.callId, { audio: effect.audio, video: effect.video });
      return;
    case 'setSending':
      localMedia.setSending(effect.callId, effect.kind, effect.isOn);
      return;
    case 'releaseMedia':
      localMedia.release(effect.callId);
      return;
    case 'startTimer':
      timers.start(effect.timer, effect.delayMs);
      return;
    case 'stopTimer':
      timers.stop(effect.timer);
      return;
    case 'showNotice':
      notices.show(effect.notice);
      return;
    case 'clearNotice':
      notices.clear(effect.id);
      return;
  }
}
