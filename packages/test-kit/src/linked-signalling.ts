import type {
  Clock,
  DeviceKind,
  IncomingAnswer,
  Info,
  MediaKinds,
  OutgoingCall,
  OutsideEvent,
  Signalling,
  SipAccount,
  TransferRequest,
} from '@samtal/call-core';

/** The network between fakes: a registrar and a proxy that deliver `latencyMs` later on the clock. */
export type FakeNetwork = {
  /** A signalling adapter for one client. */
  connect(emit: (event: OutsideEvent) => void): FakeSignalling;
  /** Whether the servers refuse new connections. */
  isDown: boolean;
  /** Final status of every REGISTER; undefined means 200. */
  registerStatus: number | undefined;
  /** Whether every REGISTER is lost: it is not answered. */
  isRegisterLost: boolean;
  /** Retry-After of a refused REGISTER. */
  retryAfterSeconds: number | undefined;
  /** Whether the peer refuses every INFO. */
  isInfoRefused: boolean;
  /** What the peer does with an offer of a medium: undefined = it takes it, `lost` = it never answers. */
  mediumAnswer: number | 'lost' | undefined;
  /** The status with which the peer answers an offer to go on; undefined = it goes on. */
  resumeStatus: number | undefined;
  /** The status with which the peer refuses to replace a call after a reload; undefined = it answers. */
  takeUpStatus: number | undefined;
  /** The status with which the peer answers an offer to hold or to resume; undefined = it agrees. */
  holdStatus: number | undefined;
  /** What the peer does with the offer of a screen: undefined = it takes it, `inactive` = it agrees to none. */
  screenAnswer: number | 'inactive' | 'lost' | undefined;
  /** The status with which the peer refuses to be asked to call a third user; undefined = it asks its user. */
  referStatus: number | undefined;
  /** Whether clients say that they take questions to call a third user. */
  takesTransfers: boolean;
  /** Whether clients say that they can be in a call of three. */
  takesJoin: boolean;
  /** Whether sent text is lost: it neither arrives nor is answered. */
  isTextLost: boolean;
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

type End = { readonly signalling: EndState; readonly callId: string };
type Leg = {
  readonly id: number;
  caller: End;
  callee: End;
  /** The end whose INVITE, which replaces the call after a reload, waits for its answer. */
  asking?: EndState | undefined;
  readonly wanted: MediaKinds;
  isAccepted: boolean;
  isOver: boolean;
  /** What each end sends, and whether its offer waits for an answer. */
  readonly sent: Map<EndState, { audio: boolean; video: boolean }>;
  readonly offering: Set<EndState>;
  /** The ends that hold the call, and those that wish to; the answers of an end say what it wishes. */
  readonly held: Set<EndState>;
  /** The end whose screen is shared. */
  screenOf?: EndState | undefined;
  readonly wishing: Set<EndState>;
};
type EndState = {
  account: SipAccount | undefined;
  isOpen: boolean;
  isRegistered: boolean;
  legs: Map<string, Leg>;
  emit: (event: OutsideEvent) => void;
};

const other = (leg: Leg, self: EndState): End => (leg.caller.signalling === self ? leg.callee : leg.caller);

const common = (one: MediaKinds, two: MediaKinds): MediaKinds => ({
  audio: one.audio && two.audio,
  video: one.video && two.video,
  text: one.text && two.text,
});

/** An in-memory network on which any number of cores can call each other. */
export function createFakeNetwork(clock: Clock, latencyMs = 0): FakeNetwork {
  const ends: EndState[] = [];
  const known: Leg[] = [];
  let nextId = 1;
  const later = (run: () => void): void => void clock.setTimer(latencyMs, run);

  const network: FakeNetwork = {
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
    connect(emit) {
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
      ends.push(self);
      const say = (to: EndState, event: OutsideEvent): void => later(() => to.isOpen && to.emit(event));

      function finish(leg: Leg): void {
        leg.isOver = true;
        leg.caller.signalling.legs.delete(leg.caller.callId);
        leg.callee.signalling.legs.delete(leg.callee.callId);
      }
      function tellOther(leg: Leg, event: (callId: string) => OutsideEvent): void {
        const { signalling, callId } = other(leg, self);
        say(signalling, event(callId));
      }
      function close(isKeeping = false): void {
        self.isOpen = false;
        self.isRegistered = false;
        for (const leg of self.legs.values()) {
          if (isKeeping && leg.isAccepted) continue;
          tellOther(leg, (callId) =>
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
        tellOther(leg, (otherId) => toOther(leg, otherId));
        finish(leg);
        say(self, { type: 'callClosed', callId });
      }
      function invite({ callId, target, wanted, replaces, joins, withUser }: OutgoingCall): void {
        const callee = ends.find(({ account, isRegistered }) => isRegistered && account?.address === target);
        if (callee === undefined) {
          const status = ends.some(({ account }) => account?.address === target) ? 480 : 404;
          say(self, { type: 'callRefused', callId, status, reason: '' });
          return;
        }
        const leg: Leg = {
          id: known.length,
          caller: { signalling: self, callId },
          callee: { signalling: callee, callId: `in-${nextId++}` },
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
        say(callee, {
          type: 'inviteReceived',
          callId: leg.callee.callId,
          from: { address: self.account?.address ?? '' },
          offered: wanted,
          ...namedAt(callee, 'replaces', replaces),
          ...namedAt(callee, 'joins', joins),
          ...(withUser && { withUser }),
        });
        say(self, { type: 'ringing', callId });
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
      function restoreDialog(callId: string, dialog: string): void {
        const [id = '', role] = dialog.split(' ');
        const leg = known[Number(id)];
        if (leg === undefined || leg.isOver) return;
        const side = role === 'caller' ? 'caller' : 'callee';
        leg[side].signalling.legs.delete(leg[side].callId);
        leg[side] = { signalling: self, callId };
        self.legs.set(callId, leg);
      }
      /** The caller's INVITE wins if both ends have lost their pages. */
      function takeUp({ callId }: OutgoingCall): void {
        const leg = self.legs.get(callId);
        const fail = (status: number): void => say(self, { type: 'takeUpFailed', callId, status });
        if (leg !== undefined) leg.asking ??= self;
        later(() => {
          const peer = leg && other(leg, self);
          if (leg === undefined || peer === undefined || leg.isOver) fail(481);
          else if (!peer.signalling.isRegistered) {
            if (leg.asking === self) leg.asking = undefined;
            fail(480);
          } else if (network.takeUpStatus !== undefined) fail(network.takeUpStatus);
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
          say(self, { type: 'callTakenUp', callId, media });
          tellOther(leg, (otherId) => ({ type: 'callTakenUp', callId: otherId, media }));
          return;
        }
        leg.isAccepted = true;
        const kinds = common(leg.wanted, wanted);
        const sent = { audio: kinds.audio, video: kinds.video };
        for (const one of [leg.caller, leg.callee]) leg.sent.set(one.signalling, sent);
        const textTransport = kinds.text ? ('dataChannel' as const) : ('none' as const);
        const takesTransfers = network.takesTransfers ? ({ takesTransfers: true } as const) : {};
        const takesJoin = network.takesJoin ? ({ takesJoin: true } as const) : {};
        const media = { ...kinds, textTransport, fromPeer: sent, ...takesTransfers, ...takesJoin };
        say(self, { type: 'callAccepted', callId, media });
        tellOther(leg, (otherId) => ({ type: 'callAccepted', callId: otherId, media }));
      }

      function mediaAt(leg: Leg, { signalling, callId }: End, isOwn: boolean): OutsideEvent {
        const none = { audio: false, video: false };
        const own = leg.sent.get(signalling) ?? none;
        const fromPeer = leg.sent.get(other(leg, signalling).signalling) ?? none;
        const [audio, video] = [own.audio || fromPeer.audio, own.video || fromPeer.video];
        return { type: 'mediaChanged', callId, isOwn, audio, video, fromPeer };
      }
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
          if (leg.isOver || network.mediumAnswer === 'lost') return;
          const status = leg.offering.has(peer.signalling) ? 491 : network.mediumAnswer;
          if (status !== undefined) {
            answer(() => ({ type: 'mediaRefused', callId, status }));
            return;
          }
          leg.sent.set(self, { ...(leg.sent.get(self) ?? { audio: false, video: false }), [kind]: true });
          peer.signalling.emit(mediaAt(leg, peer, false));
          answer(() => mediaAt(leg, { signalling: self, callId }, true));
        });
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
      function offerHold(callId: string, isHeld: boolean): void {
        const leg = self.legs.get(callId);
        if (leg === undefined) return;
        const peer = other(leg, self).signalling;
        if (isHeld) leg.wishing.add(self);
        else leg.wishing.delete(self);
        leg.offering.add(self);
        later(() => {
          const status = leg.offering.has(peer) ? 491 : (network.holdStatus ?? 200);
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
          const answer = leg.offering.has(peer) ? 491 : (network.screenAnswer ?? 200);
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

      function transfer(callId: string, request: TransferRequest): void {
        const leg = self.legs.get(callId);
        if (leg === undefined) return;
        if (request.do === 'report') {
          tellOther(leg, (otherId) => ({
            type: 'transferProgress',
            callId: otherId,
            status: request.status,
          }));
          return;
        }
        const status = network.referStatus ?? 202;
        const target = { address: request.target };
        const referId = nextId++;
        const named = self.legs.get(request.replaces ?? request.joins ?? '');
        const field = request.joins === undefined ? 'replaces' : 'joins';
        const reference = named === undefined ? {} : { [field]: String(named.id) };
        if (status === 202)
          tellOther(leg, (otherId) => ({
            type: 'transferAsked',
            callId: otherId,
            referId,
            target,
            ...reference,
          }));
        say(self, { type: 'transferAnswered', callId, status });
      }

      /** Both ends go on, if the peer is there and makes no offer itself. */
      function resume(callId: string): void {
        const leg = self.legs.get(callId);
        const peer = leg === undefined ? undefined : other(leg, self);
        later(() => {
          const offering = leg?.offering ?? new Set();
          const isAway = peer?.signalling.isRegistered !== true;
          const crossed = peer !== undefined && offering.has(peer.signalling) ? 491 : 200;
          const status = leg?.isOver !== false ? 481 : isAway ? 480 : (network.resumeStatus ?? crossed);
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
          close(fake.keepsCalls);
          emit({ type: 'connectionLost', code: 'dropped' });
        },
        openConnection(server, account) {
          asked.push('openConnection');
          opened.push(server);
          self.account = account;
          later(() => {
            self.isOpen = !network.isDown;
            emit(network.isDown ? { type: 'connectionLost', code: 'refused' } : { type: 'connectionOpened' });
          });
        },
        closeConnection() {
          asked.push('closeConnection');
          close();
        },
        suspendConnection() {
          asked.push('suspendConnection');
          close(fake.keepsCalls);
        },
        resume(callId) {
          asked.push('resume');
          resume(callId);
        },
        dialogOf(callId) {
          const leg = self.legs.get(callId);
          if (leg?.isAccepted !== true) return undefined;
          return `${leg.id} ${leg.caller.signalling === self ? 'caller' : 'callee'}`;
        },
        restoreDialog(callId, dialog) {
          asked.push('restoreDialog');
          restoreDialog(callId, dialog);
        },
        takeUp(call) {
          prepared.delete(call.callId);
          asked.push(`takeUp ${call.target}`);
          lastTakeUp = call;
          takeUp(call);
        },
        register(expirySeconds) {
          asked.push(`register ${expirySeconds}`);
          const { registerStatus: status, retryAfterSeconds } = network;
          if (network.isRegisterLost) return;
          self.isRegistered = status === undefined;
          say(
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
          say(self, { type: 'unregistered' });
        },
        prepare: (callId) => void prepared.add(callId),
        discard: (callId) => void prepared.delete(callId),
        invite(call) {
          prepared.delete(call.callId);
          asked.push(`invite ${call.target}`);
          lastInvite = call;
          invite(call);
        },
        answer(incoming) {
          prepared.delete(incoming.callId);
          asked.push('answer');
          answer(incoming);
        },
        reject(callId, status, words) {
          asked.push(`reject ${status}`);
          const said = words === undefined ? {} : { words };
          end(callId, (_leg, otherId) => ({
            type: 'callRefused',
            callId: otherId,
            status,
            reason: '',
            ...said,
          }));
        },
        offerMedium(callId, kind) {
          asked.push(`offer ${kind}`);
          offerMedium(callId, kind);
        },
        offerHold(callId, isHeld) {
          asked.push(isHeld ? 'hold' : 'resume media');
          offerHold(callId, isHeld);
        },
        offerScreen(callId, isShared) {
          asked.push(isShared ? 'share screen' : 'end screen');
          offerScreen(callId, isShared);
        },
        transfer(callId, request) {
          asked.push(request.do === 'refer' ? `refer ${request.target}` : `report ${request.status}`);
          transfer(callId, request);
        },
        cancel(callId) {
          asked.push('cancel');
          end(callId, (leg, otherId) =>
            leg.isAccepted
              ? { type: 'remoteHungUp', callId: otherId }
              : { type: 'inviteCancelled', callId: otherId },
          );
        },
        hangUp(callId) {
          asked.push('hangUp');
          end(callId, (_leg, otherId) => ({ type: 'remoteHungUp', callId: otherId }));
        },
        sendText(callId, chunkId, characters) {
          const leg = self.legs.get(callId);
          if (leg === undefined) return;
          texts.push(characters);
          if (network.isTextLost) return;
          tellOther(leg, (otherId) => ({ type: 'textReceived', callId: otherId, characters }));
          say(self, { type: 'textDelivered', callId, chunkId });
        },
        sendInfo(callId, infoId, info) {
          if (!self.legs.has(callId)) return;
          infos.push(info);
          say(self, { type: network.isInfoRefused ? 'infoFailed' : 'infoDelivered', callId, infoId });
        },
        abandon(callId) {
          asked.push('abandon');
          const leg = self.legs.get(callId);
          if (leg !== undefined) finish(leg);
        },
      };
      return fake;
    },
  };
  return network;
}
