import type { LocationCode, PidfLo } from '../geolocation/location-code.ts';
import type { ClientEffect, TimerName } from '../protocol/client-effects.ts';
import type { CallIdentity } from '../state/call-state.ts';
import type { ClientSettings } from '../state/client-settings.ts';
import type { Heartbeat } from '../state/heartbeat-state.ts';
import type { ClientPorts } from '../ticket/tickets.ts';

export type EffectRunner = {
  readonly startTimer: (timer: TimerName, delayMs: number) => void;
  readonly stopTimer: (timer: TimerName) => void;
  readonly beat: (every: Heartbeat) => void;
  readonly reportTurnedAway: (call: CallIdentity) => void;
  /** UUID of this client in PIDF-LO documents. */
  readonly deviceId: string;
};

/** The INFO id that all positions share: their answers are ignored, so nothing has to tell them apart. */
const POSITION_INFO_ID = 0;

/** Passes an effect to its port and adds the values that come from the settings. */
export function runEffect(
  effect: ClientEffect,
  ports: ClientPorts,
  settings: ClientSettings | undefined,
  { startTimer, stopTimer, beat, reportTurnedAway, deviceId }: EffectRunner,
): void {
  const { signalling, localMedia, geolocation, notices, screens, tickets, random, clock } = ports;
  const documentOf = (code: LocationCode, { position, civic }: Pick<PidfLo, 'position' | 'civic'>): string =>
    code.pidfLoOf({ address: settings?.account.address ?? '', deviceId, position, civic, now: clock.now() });
  const bandwidth = settings?.bandwidth ?? { audioKbps: 0, videoKbps: 0 };
  const mayAdd = settings?.perCall === undefined ? {} : { mayAdd: settings.perCall };
  const callInfo = settings?.callInfo === undefined ? {} : { callInfo: settings.callInfo };
  switch (effect.do) {
    case 'openConnection':
      if (settings !== undefined) signalling.openConnection(effect.server, settings.account);
      return;
    case 'closeConnection':
      signalling.closeConnection();
      return;
    case 'suspendConnection':
      signalling.suspendConnection();
      return;
    case 'register':
      if (settings !== undefined) signalling.register(settings.registerExpirySeconds);
      return;
    case 'unregister':
      signalling.unregister();
      return;
    case 'invite': {
      const { do: _do, position, civic, ...call } = effect;
      const code = position || civic ? ports.location?.get() : undefined;
      signalling.invite({
        ...call,
        bandwidth,
        ...mayAdd,
        ...callInfo,
        ...(code && { location: documentOf(code, effect) }),
      });
      return;
    }
    case 'answer':
      signalling.answer({ callId: effect.callId, wanted: effect.wanted, bandwidth, ...mayAdd });
      return;
    case 'reject':
      signalling.reject(effect.callId, effect.status, effect.words);
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
    case 'sendInfo':
      signalling.sendInfo(effect.callId, effect.infoId, effect.info);
      return;
    case 'sendLocation': {
      const send = (code: LocationCode): void =>
        signalling.sendInfo(effect.callId, POSITION_INFO_ID, {
          kind: 'location',
          document: documentOf(code, effect),
        });
      const code = ports.location?.get();
      if (code) send(code);
      else ports.location?.fetch().then(send, () => undefined);
      return;
    }
    case 'watchPosition':
      geolocation.watch();
      return;
    case 'stopPosition':
      geolocation.stop();
      return;
    case 'primeMedia':
      localMedia.prime(effect);
      return;
    case 'lookForPrompt':
      localMedia.lookForPrompt();
      return;
    case 'acquireMedia':
      localMedia.acquire(effect.callId, effect);
      signalling.prepare(effect.callId, effect);
      return;
    case 'openDevice':
      localMedia.open(effect.callId, effect.kind);
      return;
    case 'closeDevice':
      localMedia.close(effect.callId, effect.kind);
      return;
    case 'offerMedium':
      signalling.offerMedium(effect.callId, effect.kind);
      return;
    case 'setHeld':
      localMedia.setHeld(effect.callId, effect.isHeld);
      return;
    case 'offerHold':
      signalling.offerHold(effect.callId, effect.isHeld);
      return;
    case 'offerScreen':
      signalling.offerScreen(effect.callId, effect.isShared);
      return;
    case 'captureScreen':
      screens?.get()?.capture[effect.how](effect.callId);
      return;
    case 'transfer':
      signalling.transfer(effect.callId, effect.order);
      return;
    case 'resume':
      signalling.resume(effect.callId);
      return;
    case 'keepTicket': {
      const { ticket } = effect;
      const dialog = signalling.dialogOf(ticket.call.callId);
      // A call that the next page cannot take up ends as it does without a reload.
      if (dialog === undefined || tickets?.keep({ ...ticket, dialog }) !== true)
        signalling.hangUp(ticket.call.callId);
      return;
    }
    case 'restoreDialog':
      signalling.restoreDialog(effect.callId, effect.dialog);
      return;
    case 'takeUp': {
      const { do: _do, ...call } = effect;
      signalling.takeUp({ ...call, bandwidth, ...mayAdd, ...callInfo });
      return;
    }
    case 'setSending':
      localMedia.setSending(effect.callId, effect.kind, effect.isOn);
      return;
    case 'releaseMedia':
      localMedia.release(effect.callId);
      signalling.discard(effect.callId);
      return;
    case 'startTimer':
      startTimer(effect.timer, effect.delayMs * (1 - (effect.jitter ?? 0) * random()));
      return;
    case 'stopTimer':
      stopTimer(effect.timer);
      return;
    case 'beat':
      beat(effect.every);
      return;
    case 'reportTurnedAway':
      reportTurnedAway(effect.call);
      return;
    case 'showNotice':
      notices.show(effect.notice);
      return;
    case 'clearNotice':
      notices.clear(effect.id);
      return;
  }
}
