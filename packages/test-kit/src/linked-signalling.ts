import type { Clock, Info, OutgoingCall, OutsideEvent, Signalling, SipAccount } from '@samtal/call-core';
import { createLinkedCalls } from './linked-calls.ts';
import type { EndState, NetworkBehaviour, Wires } from './linked-legs.ts';
import { say, tellOther } from './linked-legs.ts';
import { createOffers } from './linked-offers.ts';

/** The network between fakes: a registrar and a proxy that deliver `latencyMs` later on the clock. */
export type FakeNetwork = NetworkBehaviour & {
  /** A signalling adapter for one client. */
  connect(emit: (event: OutsideEvent) => void): FakeSignalling;
};

export type FakeSignalling = Signalling & {
  /** Every request of the core except text and INFO, in order, e.g. `invite bobby@demo.example`. */
  readonly asked: readonly string[];
  /** Calls that were prepared, and neither begun nor discarded yet. */
  readonly prepared: ReadonlySet<string>;
  /** Every server to which the core tried to connect, in order. */
  readonly opened: readonly string[];
  /** The account of the last connection. */
  readonly account: SipAccount | undefined;
  /** Every sent chunk of text, in order. */
  readonly texts: readonly string[];
  /** Every sent INFO, in order. */
  readonly infos: readonly Info[];
  /** The last sent INVITE. */
  readonly lastInvite: OutgoingCall | undefined;
  /** The last INVITE that should replace a call. */
  readonly lastTakeUp: OutgoingCall | undefined;
  /** Whether established calls outlive the connection (decision D80). */
  keepsCalls: boolean;
  /** Breaks the connection. */
  drop(): void;
};

function connectFake(wires: Wires, emit: (event: OutsideEvent) => void): FakeSignalling {
  const { behaviour, later } = wires;
  const asked: string[] = [];
  const prepared = new Set<string>();
  const opened: string[] = [];
  const infos: Info[] = [];
  const texts: string[] = [];
  let lastInvite: OutgoingCall | undefined;
  let lastTakeUp: OutgoingCall | undefined;
  const self: EndState = {
    account: undefined,
    isOpen: false,
    isRegistered: false,
    legs: new Map(),
    emit,
  };
  wires.ends.push(self);
  const calls = createLinkedCalls(wires, self);
  const offers = createOffers(wires, self);

  const fake: FakeSignalling = {
    asked,
    prepared,
    opened,
    keepsCalls: false,
    get account() {
      return self.account;
    },
    infos,
    texts,
    get lastInvite() {
      return lastInvite;
    },
    get lastTakeUp() {
      return lastTakeUp;
    },
    drop() {
      calls.close(fake.keepsCalls);
      emit({ type: 'connectionLost', code: 'dropped' });
    },
    openConnection(server, account) {
      asked.push('openConnection');
      opened.push(server);
      self.account = account;
      later(() => {
        self.isOpen = !behaviour.isDown;
        emit(behaviour.isDown ? { type: 'connectionLost', code: 'refused' } : { type: 'connectionOpened' });
      });
    },
    closeConnection() {
      asked.push('closeConnection');
      calls.close();
    },
    suspendConnection() {
      asked.push('suspendConnection');
      calls.close(fake.keepsCalls);
    },
    resume(callId) {
      asked.push('resume');
      offers.resume(callId);
    },
    dialogOf(callId) {
      const leg = self.legs.get(callId);
      if (leg?.isAccepted !== true) return undefined;
      return `${leg.id} ${leg.caller.signalling === self ? 'caller' : 'callee'}`;
    },
    restoreDialog(callId, dialog) {
      asked.push('restoreDialog');
      calls.restoreDialog(callId, dialog);
    },
    takeUp(call) {
      prepared.delete(call.callId);
      asked.push(`takeUp ${call.target}`);
      lastTakeUp = call;
      calls.takeUp(call);
    },
    register(expirySeconds) {
      asked.push(`register ${expirySeconds}`);
      const { registerStatus: status, retryAfterSeconds } = behaviour;
      if (behaviour.isRegisterLost) return;
      self.isRegistered = status === undefined;
      say(
        wires,
        self,
        status === undefined
          ? { type: 'registered' }
          : {
              type: 'registrationRefused',
              status,
              reason: 'refused',
              ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
            },
      );
    },
    unregister() {
      asked.push('unregister');
      self.isRegistered = false;
      say(wires, self, { type: 'unregistered' });
    },
    prepare: (callId) => void prepared.add(callId),
    discard: (callId) => void prepared.delete(callId),
    invite(call) {
      prepared.delete(call.callId);
      asked.push(`invite ${call.target}`);
      lastInvite = call;
      calls.invite(call);
    },
    answer(incoming) {
      prepared.delete(incoming.callId);
      asked.push('answer');
      calls.answer(incoming);
    },
    reject(callId, status, words) {
      asked.push(`reject ${status}`);
      const said = words === undefined ? {} : { words };
      calls.end(callId, (_leg, otherId) => ({
        type: 'callRefused',
        callId: otherId,
        status,
        reason: '',
        ...said,
      }));
    },
    offerMedium(callId, kind) {
      asked.push(`offer ${kind}`);
      offers.offerMedium(callId, kind);
    },
    offerHold(callId, isHeld) {
      asked.push(isHeld ? 'hold' : 'resume media');
      offers.offerHold(callId, isHeld);
    },
    offerScreen(callId, isShared) {
      asked.push(isShared ? 'share screen' : 'end screen');
      offers.offerScreen(callId, isShared);
    },
    transfer(callId, request) {
      asked.push(request.do === 'refer' ? `refer ${request.target}` : `report ${request.status}`);
      calls.transfer(callId, request);
    },
    cancel(callId) {
      asked.push('cancel');
      calls.end(callId, (leg, otherId) =>
        leg.isAccepted
          ? { type: 'remoteHungUp', callId: otherId }
          : { type: 'inviteCancelled', callId: otherId },
      );
    },
    hangUp(callId) {
      asked.push('hangUp');
      calls.end(callId, (_leg, otherId) => ({ type: 'remoteHungUp', callId: otherId }));
    },
    sendText(callId, chunkId, characters) {
      const leg = self.legs.get(callId);
      if (leg === undefined) return;
      texts.push(characters);
      if (behaviour.isTextLost) return;
      tellOther(wires, leg, self, (otherId) => ({ type: 'textReceived', callId: otherId, characters }));
      say(wires, self, { type: 'textDelivered', callId, chunkId });
    },
    sendInfo(callId, infoId, info) {
      if (!self.legs.has(callId)) return;
      infos.push(info);
      say(wires, self, { type: behaviour.isInfoRefused ? 'infoFailed' : 'infoDelivered', callId, infoId });
    },
    abandon(callId) {
      asked.push('abandon');
      const leg = self.legs.get(callId);
      if (leg !== undefined) calls.finish(leg);
    },
  };
  return fake;
}

/** An in-memory network on which any number of cores can call each other. */
export function createFakeNetwork(clock: Clock, latencyMs = 0): FakeNetwork {
  let lastId = 0;
  const behaviour: NetworkBehaviour = {
    isDown: false,
    registerStatus: undefined,
    isRegisterLost: false,
    retryAfterSeconds: undefined,
    isInfoRefused: false,
    mediumAnswer: undefined,
    resumeStatus: undefined,
    takeUpStatus: undefined,
    holdStatus: undefined,
    screenAnswer: undefined,
    referStatus: undefined,
    takesTransfers: false,
    takesJoin: false,
    isTextLost: false,
  };
  const wires: Wires = {
    behaviour,
    ends: [],
    known: [],
    nextId: () => {
      lastId += 1;
      return lastId;
    },
    later: (run) => void clock.setTimer(latencyMs, run),
  };
  return Object.assign(behaviour, {
    connect: (emit: (event: OutsideEvent) => void) => connectFake(wires, emit),
  });
}
