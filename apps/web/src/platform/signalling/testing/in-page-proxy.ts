/**
 * For tests: a registrar and proxy inside the page, so that two adapters can call each other without a
 * server.
 */
export type InPageProxy = {
  openWebSocket(url: string, subprotocol: string): WebSocket;
  /** Breaks every connection, or that of one user, as when a network is lost. */
  drop(user?: string): void;
  /** Called with each message; `false` drops the message instead of forwarding it. */
  filter: (message: string) => boolean;
  /** Called with each message that passes the filter; the result is forwarded in its place. */
  rewrite: (message: string) => string;
  /** All SIP messages that the clients sent, in order, also those that `filter` dropped. */
  readonly messages: readonly string[];
  /** The status with which the proxy itself answers every INVITE, or MESSAGE; undefined = it is forwarded. */
  answerOffers: string | undefined;
  answerMessages: string | undefined;
  /** The status that answers every REGISTER. */
  registerAnswer: string;
  /** Delivers `message` to `toUser` as if it came from the network. */
  inject(toUser: string, message: string): void;
  /** Holds back everything sent from now on, including keep-alives; the returned function delivers it. */
  hold(): () => void;
  /** Restores the initial state. */
  reset(): void;
};

type End = { receive(message: string): void; close(): void; lose(): void };

const headerOf = (message: string, name: string): string =>
  new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
const userOf = (text: string): string => /sips?:([^@;>]+)@/.exec(text)?.[1] ?? '';
const branchOf = (message: string): string => /branch=([^;\s]+)/.exec(headerOf(message, 'Via'))?.[1] ?? '';

/** A response of a server or the peer to `request`, with the tag that RFC 3261 §8.2.6.2 requires. */
export function answerTo(request: string, status: string): string {
  const copied = ['Via', 'From', 'Call-ID', 'CSeq', 'Contact']
    .map((name) => [name, headerOf(request, name)])
    .flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  const to = headerOf(request, 'To');
  return [
    `SIP/2.0 ${status}`,
    ...copied,
    `To: ${to}${to.includes(';tag=') ? '' : ';tag=proxy'}`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

export function createInPageProxy(): InPageProxy {
  const users = new Map<string, End>();
  const branches = new Map<string, End>();
  const ends = new Set<End>();
  const messages: string[] = [];
  let held: (() => void)[] | undefined;

  function pass(from: End, message: string): void {
    if (held !== undefined) {
      held.push(() => pass(from, message));
      return;
    }
    if (message.trim() === '') {
      from.receive('\r\n');
      return;
    }
    messages.push(message);
    if (!proxy.filter(message)) return;
    forward(from, proxy.rewrite(message));
  }

  function forward(from: End, message: string): void {
    if (message.startsWith('SIP/2.0')) {
      branches.get(branchOf(message))?.receive(message);
      return;
    }
    branches.set(branchOf(message), from);
    if (message.startsWith('REGISTER')) {
      for (const name of ['From', 'Contact']) users.set(userOf(headerOf(message, name)), from);
      from.receive(answerTo(message, proxy.registerAnswer));
      return;
    }
    const own =
      (message.startsWith('INVITE') && proxy.answerOffers) ||
      (message.startsWith('MESSAGE') && proxy.answerMessages);
    if (own) {
      from.receive(answerTo(message, own).replace('Content-Length', 'Retry-After: 1\r\nContent-Length'));
      return;
    }
    const target = users.get(userOf(message.split('\r\n')[0] ?? ''));
    if (target !== undefined) target.receive(message);
    else if (!message.startsWith('ACK')) from.receive(answerTo(message, '404 Not Found'));
  }

  function openWebSocket(): WebSocket {
    const socket = new EventTarget() as WebSocket;
    let readyState: number = WebSocket.CONNECTING;
    const later = (run: () => void): void => queueMicrotask(() => readyState !== WebSocket.CLOSED && run());
    const end: End = {
      receive: (data) => later(() => socket.dispatchEvent(new MessageEvent('message', { data }))),
      close() {
        readyState = WebSocket.CLOSED;
        ends.delete(end);
      },
      lose() {
        end.close();
        socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
      },
    };
    ends.add(end);
    Object.defineProperty(socket, 'readyState', { get: () => readyState });
    socket.send = (data) => later(() => pass(end, data as string));
    socket.close = () => queueMicrotask(() => end.close());
    later(() => {
      readyState = WebSocket.OPEN;
      socket.dispatchEvent(new Event('open'));
    });
    return socket;
  }

  const proxy: InPageProxy = {
    openWebSocket,
    drop(user) {
      if (user !== undefined) users.get(user)?.lose();
      else for (const end of ends) end.lose();
    },
    filter: () => true,
    rewrite: (message) => message,
    messages,
    answerOffers: undefined,
    answerMessages: undefined,
    registerAnswer: '200 OK',
    inject: (toUser, message) => users.get(toUser)?.receive(message),
    hold() {
      held = [];
      return () => {
        const delayed = held ?? [];
        held = undefined;
        for (const deliver of delayed) deliver();
      };
    },
    reset() {
      for (const known of [users, branches, ends]) known.clear();
      messages.length = 0;
      held = undefined;
      proxy.filter = () => true;
      proxy.rewrite = (message) => message;
      proxy.registerAnswer = '200 OK';
      proxy.answerOffers = undefined;
      proxy.answerMessages = undefined;
    },
  };
  return proxy;
}
