import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { header, parseCSeq, parseNameAddr, tagOf } from '@samtal/sip';
import type { Flow } from './flow.ts';

type Party = {
  readonly flow: Flow;
  /** From or To value with its tag, as this party writes itself. */
  readonly identity: string;
  /** Remote target for requests to this party. */
  target: string;
  /** Highest CSeq this party has used; a BYE in its name goes one higher. */
  cseq: number;
};

type Dialog = { readonly callId: string; readonly caller: Party; readonly callee: Party };

/** Calls that go through this element: enough of each to end it in the name of a party whose connection is lost. */
export type Dialogs = {
  begin(
    invite: SipRequest,
    success: SipResponse,
    flows: { readonly caller: Flow; readonly callee: Flow },
  ): void;
  /** Notes the CSeq and Contact of a request inside a dialog; who is no party to it changes nothing. */
  follow(request: SipRequest, sender: Flow): void;
  /** Ends what a BYE belongs to. */
  end(bye: SipRequest, sender: Flow): void;
  /** Takes out the dialogs of a lost flow, each with the BYE for the party that is left. */
  takeByesFor(lost: Flow): readonly AddressedBye[];
  /** Takes out everything, with a BYE for both parties of each dialog. */
  takeAllByes(): readonly AddressedBye[];
  count(): number;
  /** How many of them this flow has begun. */
  countBegunBy(flow: Flow): number;
};

export type AddressedBye = { readonly bye: SipRequest; readonly flow: Flow };

const contactOf = (message: SipRequest | SipResponse): string =>
  parseNameAddr(header(message, 'Contact') ?? '')?.uri ?? '';
const numberOf = (message: SipRequest): number => parseCSeq(header(message, 'CSeq') ?? '')?.number ?? 0;

/** The same for both directions of a dialog. */
function keyOf(callId: string, one: string | undefined, two: string | undefined): string {
  return [callId, ...[one ?? '', two ?? ''].toSorted()].join('|');
}

const keyOfRequest = (request: SipRequest): string =>
  keyOf(header(request, 'Call-ID') ?? '', tagOf(header(request, 'From')), tagOf(header(request, 'To')));

export function createBye(
  dialog: { callId: string },
  from: Omit<Party, 'flow' | 'target'>,
  to: Pick<Party, 'identity' | 'target'>,
  more: readonly Header[],
): SipRequest {
  return {
    kind: 'request',
    method: 'BYE',
    uri: to.target,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: from.identity },
      { name: 'To', value: to.identity },
      { name: 'Call-ID', value: dialog.callId },
      { name: 'CSeq', value: `${from.cseq + 1} BYE` },
      ...more,
    ],
    body: '',
  };
}

export const connectionLost: Header = { name: 'Reason', value: 'SIP;cause=503;text="Connection lost"' };
const serverStops: Header = { name: 'Reason', value: 'SIP;cause=503;text="Server stops"' };

export function createDialogs(): Dialogs {
  const dialogs = new Map<string, Dialog>();

  /** The party of a known dialog that sends this, over its own flow. */
  function senderOf(request: SipRequest, flow: Flow): Party | undefined {
    const dialog = dialogs.get(keyOfRequest(request));
    const tag = tagOf(header(request, 'From'));
    return (
      dialog &&
      [dialog.caller, dialog.callee].find((party) => party.flow === flow && tagOf(party.identity) === tag)
    );
  }

  return {
    begin(invite, success, flows) {
      const callId = header(invite, 'Call-ID') ?? '';
      const [from, to] = [header(invite, 'From') ?? '', header(success, 'To') ?? ''];
      dialogs.set(keyOf(callId, tagOf(from), tagOf(to)), {
        callId,
        caller: { flow: flows.caller, identity: from, target: contactOf(invite), cseq: numberOf(invite) },
        // Whoever was called has not numbered anything yet (RFC 3261 §12.2.1.1).
        callee: { flow: flows.callee, identity: to, target: contactOf(success), cseq: 0 },
      });
    },
    follow(request, flow) {
      const sender = senderOf(request, flow);
      if (sender === undefined) return;
      sender.cseq = Math.max(sender.cseq, numberOf(request));
      sender.target = contactOf(request) || sender.target;
    },
    end(bye, flow) {
      if (senderOf(bye, flow) !== undefined) dialogs.delete(keyOfRequest(bye));
    },
    takeByesFor(flow) {
      const lostOnes = [...dialogs].filter(([, { caller, callee }]) =>
        [caller.flow, callee.flow].includes(flow),
      );
      return lostOnes.map(([key, dialog]) => {
        dialogs.delete(key);
        const { caller, callee } = dialog;
        const [lost, left] = caller.flow === flow ? [caller, callee] : [callee, caller];
        return { bye: createBye(dialog, lost, left, [connectionLost]), flow: left.flow };
      });
    },
    takeAllByes() {
      const all = [...dialogs.values()];
      dialogs.clear();
      return all.flatMap((dialog) => [
        { bye: createBye(dialog, dialog.caller, dialog.callee, [serverStops]), flow: dialog.callee.flow },
        { bye: createBye(dialog, dialog.callee, dialog.caller, [serverStops]), flow: dialog.caller.flow },
      ]);
    },
    count: () => dialogs.size,
    countBegunBy: (flow) => [...dialogs.values()].filter(({ caller }) => caller.flow === flow).length,
  };
}
