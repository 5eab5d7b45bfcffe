import type { FindPeer, HeldDialog, Peer, SentRequest } from './guarantees.ts';
import { DOMAIN, faultsOfRequest, faultsOfResponse, MARK, senderOf } from './guarantees.ts';
import type { RawFrame, RawPhone } from './raw-phone.ts';
import { branchIn, methodOf, tagIn } from './raw-phone.ts';

/**
 * A phone that follows RFC 3261 and checks each received frame against the guarantees of the server. About
 * other connections it knows only which of them has sent a frame, and the account of that connection.
 */
export type HonestPhone = {
  readonly phone: RawPhone;
  readonly dialogs: readonly HeldDialog[];
  /** Dialogs that the server itself has ended with BYE. */
  readonly endedByServer: readonly HeldDialog[];
  readonly ringing: readonly RawFrame[];
  call(account: string): void;
  write(account: string): void;
  cancel(): void;
  /** Answers the oldest ringing call. */
  answer(status: number): void;
  speak(method: 'MESSAGE' | 'INFO' | 'INVITE' | 'BYE', dialog: HeldDialog): void;
  /** Reacts to all received frames. */
  react(): void;
  /** Violations of the server's guarantees. */
  readonly violations: string[];
};

export function createHonestPhone(
  phone: RawPhone,
  { self, find }: { readonly self: Peer; readonly find: FindPeer },
): HonestPhone {
  const violations: string[] = [];
  const dialogs: HeldDialog[] = [];
  /**
   * Dialogs that this phone has ended. A request of the other end may still arrive, sent before this phone's
   * BYE arrived there.
   */
  const former: HeldDialog[] = [];
  const endedByServer: HeldDialog[] = [];
  const ringing: RawFrame[] = [];
  const answered = new Map<string, HeldDialog>();
  const sent = new Map<string, SentRequest>();
  const invites: string[] = [];
  const address = `<sip:${self.account}@${DOMAIN}>`;
  let serial = 0;
  let read = 0;

  const blame = (faults: readonly string[], frame: RawFrame): void =>
    void violations.push(...faults.map((what) => `${self.name}: ${what}\n${frame.text}`));

  function send(method: string, fields: Partial<SentRequest> & { uri: string; routes?: readonly string[] }) {
    serial += 1;
    const branch = `z9hG4bK${phone.name}${serial}`;
    const { from = `${address};tag=${phone.name}${serial}`, callId = `${phone.name}-${serial}` } = fields;
    const to = fields.to ?? `<${fields.uri}>`;
    const text = phone.request(method, {
      uri: fields.uri,
      branch,
      from,
      to,
      callId,
      cseq: serial,
      routes: fields.routes ?? [],
    });
    const { account, peer } = fields;
    sent.set(branch, { text, method, callId, from, to, cseq: `${serial} ${method}`, account, peer });
    if (method === 'INVITE' && fields.to === undefined) invites.push(branch);
    return branch;
  }

  function followUp(invite: SentRequest, branch: string, method: 'ACK' | 'CANCEL', to: string): void {
    const number = Number.parseInt(invite.cseq, 10);
    const uri = invite.text.split(' ')[1] ?? '';
    phone.request(method, { uri, branch, from: invite.from, to, callId: invite.callId, cseq: number });
    if (method === 'CANCEL') sent.set(`${branch}|CANCEL`, { ...invite, method, cseq: `${number} CANCEL` });
  }

  const dialogOf = (frame: RawFrame, held: readonly HeldDialog[] = dialogs): HeldDialog | undefined =>
    held.find(
      ({ callId, ownTag, theirTag }) =>
        callId === frame.get('call-id') &&
        ownTag === tagIn(frame.get('to')) &&
        theirTag === tagIn(frame.get('from')),
    );
  function forget(dialog: HeldDialog): void {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    former.push(dialog);
  }

  function takeRequest(frame: RawFrame): void {
    const dialog =
      dialogOf(frame, [...dialogs, ...former]) ??
      answered.get(`${frame.get('call-id')} ${tagIn(frame.get('from'))}`);
    blame(faultsOfRequest(frame, find, dialog), frame);
    const isInside = tagIn(frame.get('to')) !== '';
    if (frame.what === 'ACK') return;
    if (frame.what === 'CANCEL') {
      phone.respond(frame, 200, `${phone.name}c`);
      const index = ringing.findIndex((invite) => invite.get('via') === frame.get('via'));
      const [invite] = index < 0 ? [] : ringing.splice(index, 1);
      if (invite !== undefined) phone.respond(invite, 487, `${phone.name}x`);
      return;
    }
    if (frame.what === 'INVITE' && !isInside) {
      ringing.push(frame);
      return;
    }
    if (frame.what === 'BYE') takeBye(frame);
    phone.respond(frame, isInside && dialogOf(frame) === undefined && frame.what !== 'BYE' ? 481 : 200, 'x');
  }

  function takeBye(frame: RawFrame): void {
    const dialog = dialogOf(frame);
    if (dialog === undefined) return;
    const isByServer = frame.get(MARK.toLowerCase()) === '';
    // The server ends a call only if the other end is lost; a callee's call also if its answer came too late.
    if (isByServer && find(dialog.peer)?.isGone !== true && dialog.isOwn)
      blame([`the call with ${dialog.peer} was ended by neither end`], frame);
    if (isByServer) endedByServer.push(dialog);
    forget(dialog);
  }

  function takeResponse(frame: RawFrame): void {
    const via = frame.all('via');
    const branch = branchIn(via[0] ?? '');
    const method = methodOf(frame);
    const request = sent.get(method === 'CANCEL' ? `${branch}|CANCEL` : branch);
    if (via.length !== 1 || request === undefined || request.method !== method) {
      if (method !== 'REGISTER') blame(['a response without a request of this phone'], frame);
      return;
    }
    blame(faultsOfResponse(frame, request, find), frame);
    const sender = senderOf(frame, find);
    if (request.method === 'INVITE' && request.peer === undefined)
      takeInviteAnswer(frame, request, branch, sender);
    if (request.method === 'INVITE' && request.peer !== undefined && Number(frame.what) >= 200)
      ackReinvite(frame, request);
  }

  function ackReinvite(frame: RawFrame, request: SentRequest): void {
    const dialog = dialogs.find(({ callId, peer }) => callId === request.callId && peer === request.peer);
    const isSuccess = frame.what.startsWith('2');
    const branch = isSuccess ? `z9hG4bK${phone.name}a${++serial}` : branchIn(frame.get('via'));
    phone.request('ACK', {
      uri: dialog?.target ?? 'sip:x@x.invalid',
      branch,
      from: request.from,
      to: frame.get('to'),
      callId: request.callId,
      cseq: Number.parseInt(request.cseq, 10),
      routes: dialog?.routes ?? [],
    });
  }

  function takeInviteAnswer(
    frame: RawFrame,
    request: SentRequest,
    branch: string,
    sender: Peer | undefined,
  ): void {
    const status = Number(frame.what);
    if (status < 200) return;
    invites.splice(invites.indexOf(branch), invites.includes(branch) ? 1 : 0);
    if (status >= 300) {
      followUp(request, branch, 'ACK', frame.get('to'));
      return;
    }
    if (sender === undefined) {
      blame(['a 2xx without a sender'], frame);
      return;
    }
    const theirTag = tagIn(frame.get('to'));
    const known = dialogs.find((each) => each.callId === request.callId && each.theirTag === theirTag);
    const dialog: HeldDialog = known ?? {
      callId: request.callId,
      own: request.from,
      ownTag: tagIn(request.from),
      theirs: frame.get('to'),
      theirTag,
      target: /<([^>]*)>/.exec(frame.get('contact'))?.[1] ?? '',
      routes: frame.all('record-route').toReversed(),
      peer: sender.name,
      isOwn: true,
    };
    if (known === undefined) dialogs.push(dialog);
    phone.request('ACK', {
      uri: dialog.target,
      branch: `z9hG4bK${phone.name}a${++serial}`,
      from: dialog.own,
      to: dialog.theirs,
      callId: dialog.callId,
      cseq: Number.parseInt(request.cseq, 10),
      routes: dialog.routes,
    });
  }

  return {
    phone,
    dialogs,
    endedByServer,
    ringing,
    violations,
    call: (account) => void send('INVITE', { uri: `sip:${account}@${DOMAIN}`, account }),
    write: (account) => void send('MESSAGE', { uri: `sip:${account}@${DOMAIN}`, account }),
    cancel() {
      const branch = invites.at(-1);
      const invite = branch === undefined ? undefined : sent.get(branch);
      if (branch !== undefined && invite !== undefined) followUp(invite, branch, 'CANCEL', invite.to);
    },
    answer(status) {
      const invite = status < 200 ? ringing[0] : ringing.shift();
      if (invite === undefined) return;
      const ownTag = `${phone.name}-t`;
      phone.respond(invite, status, ownTag);
      if (status >= 300) return;
      const dialog: HeldDialog = {
        callId: invite.get('call-id'),
        own: `${invite.get('to')};tag=${ownTag}`,
        ownTag,
        theirs: invite.get('from'),
        theirTag: tagIn(invite.get('from')),
        target: /<([^>]*)>/.exec(invite.get('contact'))?.[1] ?? '',
        routes: invite.all('record-route'),
        peer: invite.get(MARK.toLowerCase()),
        isOwn: false,
      };
      answered.set(`${dialog.callId} ${dialog.theirTag}`, dialog);
      if (status >= 200) dialogs.push(dialog);
    },
    speak(method, dialog) {
      const { target: uri, own: from, theirs: to, callId, routes, peer } = dialog;
      send(method, { uri, from, to, callId, routes, peer });
      if (method === 'BYE') forget(dialog);
    },
    react() {
      while (read < phone.heard.length && !self.isGone) {
        const frame = phone.heard[read];
        read += 1;
        if (frame === undefined) break;
        if (frame.isRequest) takeRequest(frame);
        else takeResponse(frame);
      }
    },
  };
}
