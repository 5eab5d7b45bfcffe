import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { header, parseCSeq, parseNameAddr, tagOf } from '@samtal/sip';
import type { Flow } from './flow.ts';

type Party = {
  readonly flow: Flow;
  /** From or To value with its tag, as this party writes itself. */
  readonly identity: string;
  /** Remote target for requests to this party. */
  readonly target: string;
  /** Highest CSeq this party has used; a BYE in its name goes one higher. */
  cseq: number;
};

export type Dialog = { readonly callId: string; readonly caller: Party; readonly callee: Party };

/** Calls that go through this element: enough of each to end it in the name of a party whose connection is lost. */
export type Dialogs = {
  begin(
    invite: SipRequest,
    success: SipResponse,
    flows: { readonly caller: Flow; readonly callee: Flow },
  ): void;
  /** Notes the CSeq and Contact of a request inside a dialog. */
  follow(request: SipRequest): void;
  /** Ends what a BYE belongs to. */
  end(bye: SipRequest): void;
  /** Takes out the dialogs of a lost flow, each with the BYE for the party that is left and the flow to it. */
  takeByesFor(flow: Flow): readonly { readonly bye: SipRequest; readonly flow: Flow }[];
  flows(): readonly Flow[];
  count(): number;
};

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

const connectionLost: Header = { name: 'Reason', value: 'SIP;cause=503;text="Connection lost"' };

export function createDialogs(): Dialogs {
  const dialogs = new Map<string, Dialog>();
  const partiesOf = ({ caller, callee }: Dialog): readonly [Party, Party] => [caller, callee];

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
    follow(request) {
      const dialog = dialogs.get(keyOfRequest(request));
      const sender =
        dialog &&
        partiesOf(dialog).find(({ identity }) => tagOf(identity) === tagOf(header(request, 'From')));
      if (sender !== undefined) sender.cseq = Math.max(sender.cseq, numberOf(request));
    },
    end: (bye) => void dialogs.delete(keyOfRequest(bye)),
    takeByesFor(flow) {
      const byes: { bye: SipRequest; flow: Flow }[] = [];
      for (const [key, dialog] of [...dialogs]) {
        const lost = partiesOf(dialog).find((party) => party.flow === flow);
        const left = partiesOf(dialog).find((party) => party !== lost);
        if (lost === undefined || left === undefined) continue;
        dialogs.delete(key);
        if (left.flow !== flow)
          byes.push({ bye: createBye(dialog, lost, left, [connectionLost]), flow: left.flow });
      }
      return byes;
    },
    flows: () => [...dialogs.values()].flatMap((dialog) => partiesOf(dialog).map(({ flow }) => flow)),
    count: () => dialogs.size,
  };
}
