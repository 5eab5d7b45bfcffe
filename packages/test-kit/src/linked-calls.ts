import type {
  IncomingAnswer,
  MediaKinds,
  OutgoingCall,
  OutsideEvent,
  Signalling,
  TransferRequest,
} from '@samtal/call-core';
import { type EndState, type Leg, other, say, sentBy, tellOther, type Wires } from './linked-legs.ts';

const common = (one: MediaKinds, two: MediaKinds): MediaKinds => ({
  audio: one.audio && two.audio,
  video: one.video && two.video,
  text: one.text && two.text,
});

/** The calls of an end, without a record of what was asked of it. */
export type LinkedCalls = Pick<Signalling, 'invite' | 'answer' | 'takeUp' | 'restoreDialog' | 'transfer'> & {
  /** Ends a call, if there is one; `toOther` is what the other end hears. */
  end(callId: string, toOther: (leg: Leg, callId: string) => OutsideEvent): void;
  /** Ends a call without a word to the other end. */
  finish(leg: Leg): void;
  /** Closes the connection. @param isKeeping whether established calls outlive it */
  close(isKeeping?: boolean): void;
};

function finish(leg: Leg): void {
  leg.isOver = true;
  leg.caller.signalling.legs.delete(leg.caller.callId);
  leg.callee.signalling.legs.delete(leg.callee.callId);
}

/** The call of the callee that an INVITE names in Replaces or Join. */
function namedAt(
  callee: EndState,
  field: 'replaces' | 'joins',
  value: string | undefined,
): { replaces?: string; joins?: string } {
  const found = [...callee.legs].find(([, leg]) => leg.isAccepted && String(leg.id) === value);
  return found === undefined ? {} : { [field]: found[0] };
}

export function createLinkedCalls(wires: Wires, self: EndState): LinkedCalls {
  const { behaviour, ends, known, nextId, later } = wires;

  function close(isKeeping = false): void {
    self.isOpen = false;
    self.isRegistered = false;
    for (const leg of self.legs.values()) {
      if (isKeeping && leg.isAccepted) continue;
      tellOther(wires, leg, self, (callId) =>
        leg.isAccepted
          ? { type: 'remoteHungUp', callId }
          : { type: 'callRefused', callId, status: 480, reason: '' },
      );
      finish(leg);
    }
  }

  function end(callId: string, toOther: (leg: Leg, callId: string) => OutsideEvent): void {
    const leg = self.legs.get(callId);
    if (leg === undefined) return;
    tellOther(wires, leg, self, (otherId) => toOther(leg, otherId));
    finish(leg);
    say(wires, self, { type: 'callClosed', callId });
  }

  function invite({ callId, target, wanted, replaces, joins, withUser }: OutgoingCall): void {
    const callee = ends.find(({ account, isRegistered }) => isRegistered && account?.address === target);
    if (callee === undefined) {
      const status = ends.some(({ account }) => account?.address === target) ? 480 : 404;
      say(wires, self, { type: 'callRefused', callId, status, reason: '' });
      return;
    }
    const leg: Leg = {
      id: known.length,
      caller: { signalling: self, callId },
      callee: { signalling: callee, callId: `in-${nextId()}` },
      restored: new Set(),
      wanted,
      isAccepted: false,
      isOver: false,
      sent: new Map(),
      offering: new Set(),
      held: new Set(),
      wishing: new Set(),
    };
    known.push(leg);
    self.legs.set(callId, leg);
    callee.legs.set(leg.callee.callId, leg);
    say(wires, callee, {
      type: 'inviteReceived',
      callId: leg.callee.callId,
      from: { address: self.account?.address ?? '' },
      offered: wanted,
      ...namedAt(callee, 'replaces', replaces),
      ...namedAt(callee, 'joins', joins),
      ...(withUser && { withUser }),
    });
    say(wires, self, { type: 'ringing', callId });
  }

  function restoreDialog(callId: string, dialog: string): void {
    const [id = '', role] = dialog.split(' ');
    const leg = known[Number(id)];
    if (leg === undefined || leg.isOver) return;
    const side = role === 'caller' ? 'caller' : 'callee';
    leg.sent.set(self, sentBy(leg, leg[side].signalling));
    leg[side].signalling.legs.delete(leg[side].callId);
    leg[side] = { signalling: self, callId };
    self.legs.set(callId, leg);
    leg.restored.add(self);
  }

  /** The caller's INVITE wins if both ends have lost their pages. */
  function takeUp({ callId }: OutgoingCall): void {
    const leg = self.legs.get(callId);
    const fail = (status: number): void => say(wires, self, { type: 'takeUpFailed', callId, status });
    if (leg !== undefined) leg.asking ??= self;
    later(() => {
      const peer = leg && other(leg, self);
      if (leg === undefined || peer === undefined || leg.isOver) fail(481);
      else if (!peer.signalling.isRegistered) {
        if (leg.asking === self) leg.asking = undefined;
        fail(480);
      } else if (behaviour.takeUpStatus !== undefined) fail(behaviour.takeUpStatus);
      else if (leg.asking === peer.signalling && leg.caller === peer) fail(491);
      else {
        leg.asking = self;
        peer.signalling.emit({ type: 'takeUpReceived', callId: peer.callId });
      }
    });
  }

  function answer({ callId, wanted }: IncomingAnswer): void {
    const leg = self.legs.get(callId);
    if (leg === undefined) return;
    if (leg.isAccepted) {
      if (leg.asking === undefined || leg.asking === self) return;
      leg.asking = undefined;
      const media = {
        ...wanted,
        textTransport: wanted.text ? ('dataChannel' as const) : ('none' as const),
      };
      leg.screenOf = undefined;
      // It is another dialog, in which neither end has said that it holds the call.
      later(() => {
        leg.held.clear();
        leg.wishing.clear();
        leg.restored.clear();
      });
      const peer = other(leg, self).signalling;
      say(wires, self, { type: 'callTakenUp', callId, media: { ...media, fromPeer: sentBy(leg, peer) } });
      tellOther(wires, leg, self, (otherId) => ({
        type: 'callTakenUp',
        callId: otherId,
        media: { ...media, fromPeer: sentBy(leg, self) },
      }));
      return;
    }
    leg.isAccepted = true;
    const kinds = common(leg.wanted, wanted);
    const sent = { audio: kinds.audio, video: kinds.video };
    for (const one of [leg.caller, leg.callee]) leg.sent.set(one.signalling, sent);
    const textTransport = kinds.text ? ('dataChannel' as const) : ('none' as const);
    const takesTransfers = behaviour.takesTransfers ? ({ takesTransfers: true } as const) : {};
    const takesJoin = behaviour.takesJoin ? ({ takesJoin: true } as const) : {};
    const media = { ...kinds, textTransport, fromPeer: sent, ...takesTransfers, ...takesJoin };
    say(wires, self, { type: 'callAccepted', callId, media });
    tellOther(wires, leg, self, (otherId) => ({ type: 'callAccepted', callId: otherId, media }));
  }

  function transfer(callId: string, request: TransferRequest): void {
    const leg = self.legs.get(callId);
    if (leg === undefined) return;
    if (request.do === 'report') {
      tellOther(wires, leg, self, (otherId) => ({
        type: 'transferProgress',
        callId: otherId,
        status: request.status,
      }));
      return;
    }
    if (request.do === 'tell') {
      const { user, status } = request;
      tellOther(wires, leg, self, (otherId) => ({
        type: 'otherReported',
        callId: otherId,
        user: { address: user },
        status,
      }));
      return;
    }
    const status = behaviour.referStatus ?? 202;
    const target = { address: request.target };
    const referId = nextId();
    const named = self.legs.get(request.replaces ?? request.joins ?? '');
    const field = request.joins === undefined ? 'replaces' : 'joins';
    const reference = named === undefined ? {} : { [field]: String(named.id) };
    if (status === 202)
      tellOther(wires, leg, self, (otherId) => ({
        type: 'transferAsked',
        callId: otherId,
        referId,
        target,
        ...reference,
      }));
    say(wires, self, { type: 'transferAnswered', callId, status });
  }

  return { invite, answer, takeUp, restoreDialog, transfer, end, finish, close };
}
