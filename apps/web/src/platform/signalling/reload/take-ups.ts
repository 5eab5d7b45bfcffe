import type { OutgoingCall, SignallingEvent } from '@samtal/call-core';
import { namesDialog } from '@samtal/sip/replaces';
import type { UA } from 'jssip';
import type { IncomingRequest } from 'jssip/lib/SIPMessage';
import type { DialogIds, Session } from '../rtc-session.ts';
import type { SipCall } from '../sip-call.ts';
import { judgeInvite, type NamedDialog } from './judge-invite.ts';
import { createLaterByes } from './later-byes.ts';
import { createOldDialog, type OldDialog } from './old-dialog.ts';
import { parseSavedDialog } from './parse-saved-dialog.ts';
import { replacing } from './replacing.ts';
import { type TakingUp, takingUp } from './taking-up.ts';

export type TakeUpsOptions = {
  readonly emit: (event: SignallingEvent) => void;
  /** The calls of this page by their id. */
  readonly calls: Map<string, SipCall>;
  /** Creates a call that is not in `calls` yet, and reports to `emit`. */
  readonly createCall: (
    callId: string,
    direction: 'incoming' | 'outgoing',
    emit: (event: SignallingEvent) => void,
    keptText: () => unknown,
  ) => SipCall;
  /** The user agent of the connection; undefined while there is none. */
  readonly ua: () => UA | undefined;
};

/** The established call that an INVITE of a third user names: it takes its place (decision D101), or joins it (D102). */
export type NamedCall = { readonly replaces?: string; readonly joins?: string };

/** Calls that go on after a reload of the page, at this end or at that of the peer (decision D81, RFC 3891). */
export type TakeUps = {
  /** Whether calls wait, so that the connection is urgent. */
  readonly areWaiting: boolean;
  /** The Contact of the earlier page, which this page keeps. */
  readonly contact: string | undefined;
  /** The text of the dialog of a call that waits. */
  dialogOf(callId: string): string | undefined;
  restore(callId: string, dialog: string): void;
  /** There is a new user agent. */
  attachTo(ua: UA): void;
  /** This side is registered. */
  reach(): void;
  takeUp(call: OutgoingCall): void;
  /**
   * Takes an INVITE with Replaces or Join. One with Replaces of the peer of a call never rings, and replaces it where calls
   * are kept.
   * @returns the established call that a third user names
   */
  receive(
    session: Session,
    request: IncomingRequest,
    from: string,
    keepsCalls: boolean,
  ): NamedCall | undefined;
  /** The INVITE of the peer that shall replace a call, until it has or has failed. */
  askedOf(callId: string): SipCall | undefined;
  /** Keeps text for the dialog whose ACK has not come yet; false = there is none. */
  holdText(callId: string, chunkId: number, characters: string): boolean;
  /** Whether a request belongs to the dialog of an earlier page. */
  owns(request: DialogIds): boolean;
  /** Ends a call that waits, and what shall replace a call; false if no call with this id waits. */
  end(callId: string, isLost: boolean): boolean;
  /** The connection is lost: forgets INVITEs that are not answered; those that are go on without their ACK. */
  drop(): void;
};

type Waiting = { readonly dialog: OldDialog; hasEnded: boolean };

/** The INVITE of a peer, and what the user writes between its answer and its ACK. */
type Asked = {
  readonly call: SipCall;
  readonly taking: TakingUp;
  text: readonly (readonly [number, string])[];
};

export function createTakeUps({ emit, calls, createCall, ua }: TakeUpsOptions): TakeUps {
  /** The calls of the earlier page that are not taken up yet. */
  const waiting = new Map<string, Waiting>();
  /** INVITEs of peers whose dialogs are not established yet. */
  const asked = new Map<string, Asked>();
  const byes = createLaterByes(ua);

  /** The INVITE with which this side takes up a call, while it is not answered. */
  const attemptOf = (callId: string): SipCall | undefined =>
    waiting.has(callId) ? calls.get(callId) : undefined;

  const isTakenUpByCaller = (callId: string): boolean =>
    attemptOf(callId) !== undefined && waiting.get(callId)?.dialog.saved.isCaller === true;

  function hangUpRemotely(callId: string): void {
    const call = waiting.get(callId);
    if (call === undefined) return;
    call.hasEnded = true;
    // The peer answers the INVITE that is under way first: if it takes it, the BYE only ends the old dialog.
    if (attemptOf(callId) !== undefined) return;
    waiting.delete(callId);
    emit({ type: 'remoteHungUp', callId });
  }

  /** What an INVITE with Replaces or Join can name. */
  function namedDialogs(): readonly NamedDialog[] {
    const established = [...calls].flatMap(([id, call]) => {
      const { dialog } = call;
      const state = call.isEstablished ? ('confirmed' as const) : ('terminated' as const);
      return dialog === undefined
        ? []
        : [{ id, dialog, state, isWaiting: waiting.has(id), isTakenUpByCaller: isTakenUpByCaller(id) }];
    });
    const restored = [...waiting].map(([id, { dialog, hasEnded }]) => ({
      id,
      dialog: dialog.saved,
      state: hasEnded ? ('terminated' as const) : ('confirmed' as const),
      isWaiting: true,
      isTakenUpByCaller: isTakenUpByCaller(id),
    }));
    return [...established, ...restored, ...unconfirmed()];
  }

  /** The dialogs whose ACK has not come yet: if it was lost, the next page of the peer names them. */
  function unconfirmed(): readonly NamedDialog[] {
    return [...asked].flatMap(
      ([
        id,
        {
          call: { dialog },
          taking,
        },
      ]) =>
        dialog !== undefined && taking.isUnconfirmed()
          ? [{ id, dialog, state: 'confirmed' as const, isWaiting: true, isTakenUpByCaller: false }]
          : [],
    );
  }

  /** What the user has written meanwhile goes to the dialog of the call, whichever that is now. */
  function forgetAsked(callId: string): void {
    const { text } = asked.get(callId) ?? { text: [] };
    asked.delete(callId);
    for (const [chunkId, characters] of text) calls.get(callId)?.sendText(chunkId, characters);
  }

  function dropAsked(callId: string): void {
    asked.get(callId)?.call.abandon();
    forgetAsked(callId);
  }

  function begin(callId: string): Asked {
    const taking = takingUp(
      {
        emit,
        onTaken(media) {
          const restored = waiting.get(callId);
          const before = calls.get(callId);
          waiting.delete(callId);
          // The call has ended while the INVITE was being answered.
          if (before === undefined && restored === undefined) return dropAsked(callId);
          if (restored !== undefined && !restored.hasEnded) byes.send(restored.dialog, false);
          const unsentFrom = before?.leave();
          calls.set(callId, call);
          emit({
            type: 'callTakenUp',
            callId,
            media,
            ...(unsentFrom === undefined ? {} : { unsentFrom }),
          });
          forgetAsked(callId);
        },
        onFailed() {
          if (asked.get(callId)?.call === call) forgetAsked(callId);
          if (waiting.has(callId)) emit({ type: 'takeUpFailed', callId });
        },
      },
      false,
    );
    const call: SipCall = createCall(
      callId,
      'incoming',
      taking.emit,
      () => calls.get(callId)?.keptText() ?? waiting.get(callId)?.dialog.saved.text,
    );
    return { call, taking, text: [] };
  }

  return {
    get areWaiting() {
      return waiting.size > 0;
    },
    get contact() {
      return [...waiting.values()][0]?.dialog.saved.contact;
    },
    dialogOf(callId) {
      const { call, taking } = asked.get(callId) ?? {};
      const agent = ua();
      // The peer mostly has the answer, although its ACK has not come.
      if (taking?.isUnconfirmed() && agent) return call?.savedDialog(agent);
      const dialog = waiting.get(callId)?.dialog.saved;
      return dialog && JSON.stringify(dialog);
    },
    restore(callId, text) {
      const saved = parseSavedDialog(text);
      if (saved === undefined) return;
      const dialog = createOldDialog(saved, () => hangUpRemotely(callId));
      waiting.set(callId, { dialog, hasEnded: false });
      const agent = ua();
      if (agent !== undefined) dialog.attachTo(agent);
    },
    attachTo(agent) {
      for (const { dialog } of waiting.values()) dialog.attachTo(agent);
    },
    reach: byes.reach,
    takeUp(wanted) {
      const { callId } = wanted;
      const restored = waiting.get(callId);
      const agent = ua();
      if (restored === undefined || agent === undefined) {
        // Without a dialog that can be named there is nothing to replace.
        emit({ type: 'takeUpFailed', callId, ...(restored === undefined ? { status: 481 } : {}) });
        return;
      }
      calls.get(callId)?.abandon();
      const call = createCall(
        callId,
        'outgoing',
        takingUp(
          {
            emit,
            onTaken(media) {
              waiting.delete(callId);
              emit({ type: 'callTakenUp', callId, media });
            },
            onFailed(status) {
              if (!restored.hasEnded) {
                emit({ type: 'takeUpFailed', callId, ...(status === undefined ? {} : { status }) });
                return;
              }
              waiting.delete(callId);
              emit({ type: 'remoteHungUp', callId });
            },
          },
          true,
        ).emit,
        () => restored.dialog.saved.text,
      );
      calls.set(callId, call);
      call.invite(agent, wanted, replacing(restored.dialog.saved, agent));
    },
    receive(session, request, from, keepsCalls) {
      if (session.isEnded()) return undefined;
      const judged = judgeInvite(request, from, keepsCalls, namedDialogs());
      if ('status' in judged) {
        session.terminate({ status_code: judged.status });
        return undefined;
      }
      if (!('id' in judged)) return judged;
      const { id } = judged;
      attemptOf(id)?.abandon();
      dropAsked(id);
      const begun = begin(id);
      asked.set(id, begun);
      begun.call.receive(session, request, begun.taking.confirm);
      emit({ type: 'takeUpReceived', callId: id });
      return undefined;
    },
    askedOf: (callId) => asked.get(callId)?.call,
    holdText(callId, chunkId, characters) {
      const found = asked.get(callId);
      if (found?.taking.isUnconfirmed() !== true) return false;
      found.text = [...found.text, [chunkId, characters]];
      return true;
    },
    owns: ({ call_id: callId, from_tag: remoteTag, to_tag: localTag }) =>
      localTag !== undefined &&
      [...waiting.values()].some(({ dialog }) =>
        namesDialog({ callId, localTag, remoteTag, isEarlyOnly: false }, dialog.saved),
      ),
    end(callId, isLost) {
      const restored = waiting.get(callId);
      dropAsked(callId);
      if (restored === undefined) return false;
      attemptOf(callId)?.abandon();
      waiting.delete(callId);
      if (!restored.hasEnded) byes.send(restored.dialog, isLost);
      return true;
    },
    drop() {
      for (const [callId, { taking }] of asked)
        if (taking.isUnconfirmed()) taking.confirm();
        else dropAsked(callId);
    },
  };
}
