import type {
  ClientHandler,
  ClientTransaction,
  Clock,
  ServerTransaction,
  SipRequest,
  SipResponse,
} from '@samtal/sip';
import { refusalOf } from '../abilities.ts';
import type { AgentLog } from '../ports.ts';
import type { AgentEffect, CreateAgent } from '../server-agent.ts';
import { createCallAgent } from './call-agent.ts';
import { createCallDialog } from './call-dialog.ts';
import { createCallEnd } from './call-end.ts';
import { createCallPhase } from './call-phase.ts';
import { createCallText } from './call-text.ts';
import type { CallDescription } from './describe-call.ts';
import type { Dialog } from './dialog.ts';
import { isDialogTooLarge } from './dialog.ts';
import { createInvites } from './invites.ts';
import { createMessageSender } from './message-sender.ts';

/** What the user agent gives each of its calls. */
export type CallTools = {
  readonly description: CallDescription;
  /** Value of Contact. */
  readonly contact: string;
  /** Decimal digits for the o-line. */
  readonly sessionId: string;
  readonly clock: Clock;
  readonly log: AgentLog;
  /** Creates an unguessable SIP token. */
  readonly createToken: () => string;
  readonly send: (request: SipRequest, handler: ClientHandler) => ClientTransaction;
  /** Sends the ACK of a 2xx. */
  readonly sendAck: (ack: SipRequest) => void;
  /** The request with the credentials that the response asks for; undefined = there are none for it. */
  readonly withCredentials: (request: SipRequest, response: SipResponse) => SipRequest | undefined;
  /** Passes the requests of one more dialog to `end`. @returns a function that ends this */
  readonly addDialog: (dialog: Dialog, end: Call) => () => void;
  /** Called once, when the call has ended. */
  readonly ended: () => void;
};

/** Creates the call of an INVITE; `opened` is the dialog that its responses open. */
export type OpenCall = (invite: ServerTransaction, opened: Dialog, tools: CallTools) => Call;

export type Call = {
  /** Passes the first INVITE to the `ServerAgent`. */
  begin(): void;
  /** Handles a request within the dialog. */
  receive(transaction: ServerTransaction): void;
  /** Handles the ACK of a 2xx. */
  acknowledge(): void;
  /** Ends the call immediately: with BYE, or with a refusal when it has not been answered. */
  terminate(): void;
  /** Ends the call without sending anything, because the connection is lost. */
  drop(): void;
};

/** Opens calls that a `ServerAgent` answers. */
export const callsWith =
  (createAgent: CreateAgent): OpenCall =>
  (invite, opened, tools) =>
    createCall(invite, opened, { ...tools, createAgent });

type CallOptions = CallTools & { readonly createAgent: CreateAgent };

/** One ringing or answered call. An exception of its `ServerAgent` ends only this call. */
function createCall(invite: ServerTransaction, opened: Dialog, options: CallOptions): Call {
  const { clock, log } = options;
  const dialog = createCallDialog(opened, {
    contact: options.contact,
    send: (...sent) => void options.send(...sent),
  });
  const phase = createCallPhase(clock, { ackMissing: () => end.terminate(), tooLong: () => end.hangUp() });
  const agent = createCallAgent({ ...options, dialog, phase, perform, failed: () => end.hangUp() });
  const invites = createInvites({
    dialog,
    phase,
    sessionId: options.sessionId,
    offered: (event) => agent.tell(event),
    refused: (cancelCause) => end.drop(cancelCause),
  });
  const sender = createMessageSender({ clock, log, dialog, dialogLost: () => end.terminate() });
  const text = createCallText({ dialog, phase, agent, sender, clock, log, perform });
  const end = createCallEnd({ dialog, phase, invites, agent, ended });

  function ended(): void {
    sender.stop();
    options.ended();
  }

  function perform(effects: readonly AgentEffect[]): void {
    for (const effect of effects) {
      if (effect.do === 'ring') invites.ring();
      else if (effect.do === 'answer') invites.answer(effect.sdp);
      else if (effect.do === 'refuse') invites.refuse(effect.status, effect.retryAfterSeconds);
      else if (effect.do === 'hangUp') end.hangUp();
      else if (effect.do === 'sendText' && !phase.is('ended')) sender.push(effect.text);
    }
  }

  function handle(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.method === 'INVITE' && isDialogTooLarge(request)) dialog.respond(transaction, 513);
    // The request is older than the caller's last one (RFC 3261 §12.2.2).
    else if (!dialog.follow(request)) dialog.respond(transaction, 500);
    else if (request.method === 'BYE') end.receiveBye(transaction);
    else {
      const refusal = refusalOf(request);
      if (refusal === undefined) accept(transaction);
      else transaction.respond(refusal);
    }
  }

  function accept(transaction: ServerTransaction): void {
    const { method } = transaction.request;
    if (method === 'INVITE') invites.receive(transaction);
    else if (method === 'MESSAGE') text.receiveText(transaction);
    else if (method === 'INFO') text.receiveInfo(transaction);
    else dialog.respond(transaction, 200);
  }

  return {
    begin() {
      phase.enter('invited');
      agent.guard(() => invites.open(invite), invite);
    },
    receive: (transaction) => agent.guard(() => handle(transaction), transaction),
    acknowledge() {
      if (phase.is('hangingUp')) end.terminate();
      if (!phase.is('accepted')) return;
      phase.enter('established');
      agent.guard(() => {
        sender.open({ name: 'message' });
        agent.tell({ type: 'established' });
      });
    },
    terminate: () => end.terminate(),
    drop: () => end.drop(),
  };
}
