import type { DeviceKind, OutsideEvent, Signalling } from '@samtal/call-core';
import { type End, type EndState, type Leg, other, sentBy, type Wires } from './linked-legs.ts';

function mediaAt(leg: Leg, { signalling, callId }: End, isOwn: boolean): OutsideEvent {
  const own = sentBy(leg, signalling);
  const fromPeer = sentBy(leg, other(leg, signalling).signalling);
  const [audio, video] = [own.audio || fromPeer.audio, own.video || fromPeer.video];
  return { type: 'mediaChanged', callId, isOwn, audio, video, fromPeer };
}

/** Both bodies say which end holds; an end whose view of that has changed is told. */
function agreeOnHold(leg: Leg, before: ReadonlySet<EndState>): void {
  for (const one of [leg.caller, leg.callee])
    if (leg.wishing.has(one.signalling)) leg.held.add(one.signalling);
    else leg.held.delete(one.signalling);
  if (before.size === leg.held.size && [...before].every((end) => leg.held.has(end))) return;
  for (const one of [leg.caller, leg.callee])
    one.signalling.emit({
      type: 'holdChanged',
      callId: one.callId,
      isOwn: leg.held.has(one.signalling),
      isByPeer: leg.held.has(other(leg, one.signalling).signalling),
    });
}

function shareScreen(leg: Leg, owner: EndState | undefined): void {
  const before = leg.screenOf;
  leg.screenOf = owner;
  if (before === owner) return;
  for (const one of [leg.caller, leg.callee])
    one.signalling.emit({
      type: 'screenChanged',
      callId: one.callId,
      isOwn: owner === one.signalling,
      isByPeer: owner === other(leg, one.signalling).signalling,
    });
}

/** The offers that an end makes during a call: to add a medium, to hold, to share a screen, and to go on after an interruption. */
export function createOffers(
  { behaviour, later }: Wires,
  self: EndState,
): Pick<Signalling, 'offerMedium' | 'offerHold' | 'offerScreen' | 'resume'> {
  const { emit } = self;

  function offerMedium(callId: string, kind: DeviceKind): void {
    const leg = self.legs.get(callId);
    if (leg === undefined) return;
    leg.offering.add(self);
    const peer = other(leg, self);
    const answer = (event: () => OutsideEvent): void =>
      later(() => {
        leg.offering.delete(self);
        if (!leg.isOver && self.isOpen) emit(event());
      });
    later(() => {
      if (leg.isOver || behaviour.mediumAnswer === 'lost') return;
      const status = leg.offering.has(peer.signalling) ? 491 : behaviour.mediumAnswer;
      if (status !== undefined) {
        answer(() => ({ type: 'mediaRefused', callId, status }));
        return;
      }
      leg.sent.set(self, { ...sentBy(leg, self), [kind]: true });
      peer.signalling.emit(mediaAt(leg, peer, false));
      answer(() => mediaAt(leg, { signalling: self, callId }, true));
    });
  }

  function offerHold(callId: string, isHeld: boolean): void {
    const leg = self.legs.get(callId);
    if (leg === undefined) return;
    const peer = other(leg, self).signalling;
    if (isHeld) leg.wishing.add(self);
    else leg.wishing.delete(self);
    leg.offering.add(self);
    later(() => {
      const crossed = leg.offering.has(peer) ? 491 : (behaviour.holdStatus ?? 200);
      const status = leg.restored.has(peer) ? 480 : crossed;
      later(() => {
        leg.offering.delete(self);
        if (leg.isOver) return;
        if (!self.isOpen || !peer.isOpen) {
          emit({ type: 'holdAnswered', callId });
          return;
        }
        if (status === 200) agreeOnHold(leg, new Set(leg.held));
        emit({ type: 'holdAnswered', callId, status });
      });
    });
  }

  function offerScreen(callId: string, isShared: boolean): void {
    const leg = self.legs.get(callId);
    if (leg === undefined) return;
    const answered = (status?: number): void =>
      emit({ type: 'screenAnswered', callId, isShared, ...(status === undefined ? {} : { status }) });
    // A screen that is not shared needs no offer to end.
    if (!isShared && leg.screenOf !== self) {
      later(() => answered(200));
      return;
    }
    const peer = other(leg, self).signalling;
    leg.offering.add(self);
    later(() => {
      const answer = leg.offering.has(peer) ? 491 : (behaviour.screenAnswer ?? 200);
      later(() => {
        leg.offering.delete(self);
        if (leg.isOver) return;
        if (answer === 'lost' || !self.isOpen || !peer.isOpen) {
          answered();
          return;
        }
        const isFree = leg.screenOf === undefined || leg.screenOf === self;
        if (answer === 200 && isFree) shareScreen(leg, isShared ? self : undefined);
        answered(answer === 'inactive' ? 200 : answer);
      });
    });
  }

  /** Both ends go on, if the peer is there and makes no offer itself. */
  function resume(callId: string): void {
    const leg = self.legs.get(callId);
    const peer = leg === undefined ? undefined : other(leg, self);
    later(() => {
      const offering = leg?.offering ?? new Set();
      const isAway = peer?.signalling.isRegistered !== true || leg?.restored.has(peer.signalling);
      const crossed = peer !== undefined && offering.has(peer.signalling) ? 491 : 200;
      const status = leg?.isOver !== false ? 481 : isAway ? 480 : (behaviour.resumeStatus ?? crossed);
      if (status === 200) peer?.signalling.emit({ type: 'callResumed', callId: peer.callId });
      later(() => {
        offering.delete(self);
        if (!self.isOpen) return;
        if (status === 200) emit({ type: 'callResumed', callId });
        else emit({ type: 'resumeFailed', callId, status });
      });
    });
    leg?.offering.add(self);
  }

  return { offerMedium, offerHold, offerScreen, resume };
}
