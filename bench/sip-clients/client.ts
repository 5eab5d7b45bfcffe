/** SIP clients over WebSocket that cost this process little: their messages are templates. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { calleesDialog, callersDialog, type Dialog, requestIn } from './dialog.ts';
import { responseTo, statusOf, valueOf } from './messages.ts';
import { SESSION_DESCRIPTION } from './session-description.ts';
import { createTransactions, type Request, type Transactions } from './transactions.ts';

const random = (bytes: number): string => randomBytes(bytes).toString('hex');

export type Identity = {
  readonly username: string;
  readonly secret: string;
  /** The network address that the client claims as if a proxy had seen it. */
  readonly address: string;
};

/** How clients reach a server. */
export type Access = {
  readonly uri: string;
  readonly domain: string;
  /** The certificate of the server, in PEM, if no authority has signed it. */
  readonly certificate?: string;
  /** Whether a client connects from its own address, which must then be one of this machine. */
  readonly isBound?: boolean;
};

export type Call = {
  readonly callId: string;
  /** From the first INVITE to the first 180, in milliseconds; NaN if there was none. */
  readonly ringingMs: number;
};

/** Requests are fulfilled with their final status, after one challenge was answered. */
export type Client = {
  readonly username: string;
  register(): Promise<number>;
  message(username: string): Promise<number>;
  /** Calls, and waits for the answer. Throws if the call is refused. */
  call(username: string): Promise<Call>;
  /** Sends a text in a call, at either end of it. */
  messageIn(callId: string): Promise<number>;
  hangUp(callId: string): Promise<number>;
  /** Resolves to the code with which the server, or the way to it, has closed the connection. */
  readonly closed: Promise<number>;
  close(): void;
};

/** Time between 180 and 200. */
const RINGING_MS = 1000;

const SDP = { lines: ['Content-Type: application/sdp'], body: SESSION_DESCRIPTION };
const TEXT = { lines: ['Content-Type: text/plain'], body: 'Twenty letters, ASCII' };

async function openSocket(access: Access, address: string): Promise<WebSocket> {
  const { uri, certificate, isBound = false } = access;
  const socket = new WebSocket(uri, 'sip', {
    perMessageDeflate: false,
    headers: { 'X-Forwarded-For': address },
    ...(isBound && { localAddress: address }),
    ...(certificate !== undefined && { ca: certificate }),
  });
  await once(socket, 'open');
  return socket;
}

type Self = { readonly tag: string; readonly contact: string; readonly write: (message: string) => void };

/** The called end: it answers each call after {@link RINGING_MS}, and other requests with 200 immediately. */
function createCallee({ tag, contact, write }: Self, dialogs: Map<string, Dialog>) {
  async function answer(invite: string): Promise<void> {
    const lines = [`Contact: ${contact}`];
    write(responseTo(invite, '180 Ringing', tag, { lines }));
    await wait(RINGING_MS);
    const dialog = calleesDialog(invite, tag);
    dialogs.set(dialog.callId, dialog);
    write(responseTo(invite, '200 OK', tag, { ...SDP, lines: [...lines, ...SDP.lines] }));
  }
  return (request: string): void => {
    const method = request.slice(0, request.indexOf(' '));
    if (method === 'ACK') return;
    if (method === 'INVITE') return void answer(request);
    const callId = valueOf(request, 'Call-ID');
    const isKnown = dialogs.has(callId) || !/;tag=/i.test(valueOf(request, 'To'));
    if (method === 'BYE') dialogs.delete(callId);
    write(responseTo(request, isKnown ? '200 OK' : '481 Call/Transaction Does Not Exist', tag));
  };
}

/** The calling end, and requests of both ends in a call. */
function createCaller({ send, acknowledge }: Transactions, dialogs: Map<string, Dialog>) {
  const open = (callId: string): Dialog => {
    const dialog = dialogs.get(callId);
    if (dialog === undefined) throw new Error('there is no such call');
    return dialog;
  };
  return {
    async call(invite: Request): Promise<Call> {
      const began = performance.now();
      let ringingMs = Number.NaN;
      const response = await send(invite, (status) => {
        if (status === 180 && Number.isNaN(ringingMs)) ringingMs = performance.now() - began;
      });
      if (statusOf(response) !== 200) throw new Error(`INVITE was answered ${statusOf(response)}`);
      const dialog = callersDialog(invite, response);
      dialogs.set(dialog.callId, dialog);
      acknowledge(requestIn(dialog, 'ACK'));
      return { callId: dialog.callId, ringingMs };
    },
    messageIn: async (callId: string) => statusOf(await send(requestIn(open(callId), 'MESSAGE', TEXT))),
    async hangUp(callId: string): Promise<number> {
      const request = requestIn(open(callId), 'BYE');
      dialogs.delete(callId);
      return statusOf(await send(request));
    },
  };
}

/** Connects a client, which is not registered yet. */
export async function connectClient(access: Access, identity: Identity): Promise<Client> {
  const { domain } = access;
  const { username } = identity;
  const socket = await openSocket(access, identity.address);
  const write = (message: string): void => socket.send(message);
  const host = `${random(6)}.invalid`;
  const [tag, ownCallId, instance] = [random(4), random(8), random(6)];
  const address = `<sip:${username}@${domain}>`;
  const contact = `<sip:${instance}@${host};transport=ws>`;
  const dialogs = new Map<string, Dialog>();
  const transactions = createTransactions(host, identity, write);
  const receiveRequest = createCallee({ tag, contact, write }, dialogs);
  const { call, messageIn, hangUp } = createCaller(transactions, dialogs);
  let registers = 0;

  /** A request that begins something, to a user or to the registrar. */
  const outside = (
    method: string,
    uri: string,
    more: Pick<Request, 'lines' | 'body'> & Partial<Request>,
  ): Request => ({
    method,
    uri,
    from: `${address};tag=${tag}`,
    to: `<${uri}>`,
    callId: random(8),
    cseq: 1,
    routes: [],
    ...more,
  });
  const send = async (request: Request) => statusOf(await transactions.send(request));

  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    if (text.startsWith('SIP/2.0 ')) transactions.receive(text);
    else receiveRequest(text);
  });
  return {
    username,
    register: () => {
      registers += 2;
      const field = `Contact: ${contact};+sip.instance="<urn:uuid:00000000-0000-4000-8000-${instance}>";expires=600`;
      const lines = [field, 'Supported: path, outbound'];
      const more = { to: address, callId: ownCallId, cseq: registers, lines, body: '' };
      return send(outside('REGISTER', `sip:${domain}`, more));
    },
    message: (to) => send(outside('MESSAGE', `sip:${to}@${domain}`, TEXT)),
    call: (to) =>
      call(
        outside('INVITE', `sip:${to}@${domain}`, { ...SDP, lines: [`Contact: ${contact}`, ...SDP.lines] }),
      ),
    messageIn,
    hangUp,
    closed,
    close: () => socket.terminate(),
  };
}
