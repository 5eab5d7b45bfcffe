/** The WebSocket side of Mozilla's push service (autopush), as far as Firefox needs it. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** A push on its way to a browser. */
export type Message = {
  readonly channelId: string;
  readonly body: Buffer;
  readonly encoding: string;
  readonly topic: string | undefined;
  /** When it is of no use any more, in milliseconds since the epoch. */
  readonly until: number;
  /** Called with the browser's code: 100 = delivered, 101 = not decrypted, 102 = not delivered. */
  readonly acknowledged: (code: number) => void;
};

type Browser = {
  readonly id: string;
  /** The server's public key by the channel of each subscription (RFC 8292 §4). */
  readonly channels: Map<string, string>;
  /** The messages that are not acknowledged, by their version. */
  readonly waiting: Map<string, Message>;
  socket: WebSocket;
};

type Received = {
  readonly messageType?: string;
  readonly uaid?: string;
  readonly channelID?: string;
  readonly key?: string;
  readonly updates?: readonly { readonly version: string; readonly code?: number }[];
};

const withoutPadding = (base64url: string): string => base64url.replace(/=+$/, '');

function deliver({ socket }: Browser, version: string, { channelId, body, encoding }: Message): void {
  const data = body.toString('base64url');
  const headers = { encoding };
  socket.send(JSON.stringify({ messageType: 'notification', channelID: channelId, version, data, headers }));
}

/** @param endpointOf the address to which the pushes of a channel are posted */
export function createBrowserConnections(http: Server, endpointOf: (channelId: string) => string) {
  const webSockets = new WebSocketServer({ server: http });
  const browsers = new Map<string, Browser>();
  let greeted = 0;

  function greet(socket: WebSocket, { uaid = '' }: Received): Browser {
    greeted += 1;
    const known = browsers.get(uaid);
    const id = known?.id ?? randomUUID().replaceAll('-', '');
    const browser: Browser = {
      ...(known ?? { id, channels: new Map(), waiting: new Map() }),
      socket,
    };
    browsers.set(id, browser);
    const hello = { messageType: 'hello', uaid: id, status: 200, use_webpush: true, broadcasts: {} };
    socket.send(JSON.stringify(hello));
    for (const [version, message] of browser.waiting)
      if (message.until > Date.now()) deliver(browser, version, message);
    return browser;
  }

  /** Does what the browser asks for. @returns the answer, if it needs one */
  function serve({ channels, waiting }: Browser, received: Received): object | undefined {
    const { messageType, channelID = '', key = '', updates = [] } = received;
    if (messageType === undefined) return {};
    if (messageType === 'register') {
      channels.set(channelID, withoutPadding(key));
      return { messageType, channelID, status: 200, pushEndpoint: endpointOf(channelID) };
    }
    if (messageType === 'unregister') {
      channels.delete(channelID);
      return { messageType, channelID, status: 200 };
    }
    if (messageType === 'ack')
      for (const { version, code = 100 } of updates) {
        waiting.get(version)?.acknowledged(code);
        waiting.delete(version);
      }
    return undefined;
  }

  webSockets.on('connection', (socket) => {
    let browser: Browser | undefined;
    socket.on('message', (data: Buffer) => {
      const received = JSON.parse(data.toString()) as Received;
      if (received.messageType === 'hello') {
        browser = greet(socket, received);
        return;
      }
      const answer = browser === undefined ? undefined : serve(browser, received);
      if (answer !== undefined) socket.send(JSON.stringify(answer));
    });
  });

  const ownerOf = (channelId: string): Browser | undefined =>
    [...browsers.values()].find(({ channels }) => channels.has(channelId));

  return {
    /** The key of the server that may push to this channel; undefined if there is no such subscription. */
    keyOf: (channelId: string): string | undefined => ownerOf(channelId)?.channels.get(channelId),
    /** Delivers a message, or keeps it until the browser connects. */
    send(message: Message): void {
      const browser = ownerOf(message.channelId);
      if (browser === undefined) return;
      const isConnected = browser.socket.readyState === browser.socket.OPEN;
      // RFC 8030 §5.4: a message replaces one with the same topic that waits.
      if (!isConnected && message.topic !== undefined)
        for (const [version, { topic }] of browser.waiting)
          if (topic === message.topic) browser.waiting.delete(version);
      const version = randomUUID();
      browser.waiting.set(version, message);
      if (isConnected) deliver(browser, version, message);
    },
    /** How often a browser has connected. */
    connections: (): number => greeted,
    subscriptions: (): number => [...browsers.values()].reduce((sum, { channels }) => sum + channels.size, 0),
    /** Loses all subscriptions, and breaks the connections, so that the browsers learn it. */
    forget(): void {
      browsers.clear();
      for (const socket of webSockets.clients) socket.terminate();
    },
    close(): void {
      for (const socket of webSockets.clients) socket.terminate();
      webSockets.close();
    },
  };
}
