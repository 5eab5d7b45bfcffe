import { createFakeClock } from '@samtal/test-kit';
import { describe, expect, test } from 'vitest';
import { createSipSocket } from './sip-socket.ts';

class FakeWebSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  binaryType = '';
  isClosed = false;
  readonly sent: string[] = [];
  send(data: string): void {
    this.sent.push(data);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  receive(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  /** Closes the WebSocket, as the peer or the network does. */
  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

function createScene(openWebSocket?: () => WebSocket, keepAliveSeconds = 20, isUrgent = false) {
  const clock = createFakeClock();
  const webSocket = new FakeWebSocket();
  const { sent } = webSocket;
  const opened: string[] = [];
  const lost: string[] = [];
  const received: string[] = [];
  const warned: string[] = [];
  const socket = createSipSocket({
    url: 'wss://sip.example:8443/sip',
    clock,
    log: { debug: () => {}, info: () => {}, warn: (message) => warned.push(message) },
    keepAliveSeconds,
    isUrgent: () => isUrgent,
    onLost: (code) => lost.push(code),
    onSent: () => undefined,
    openWebSocket(url, subprotocol) {
      opened.push(`${url} ${subprotocol}`);
      return openWebSocket === undefined ? (webSocket as unknown as WebSocket) : openWebSocket();
    },
  });
  const connect = (onMessage: (message: string) => void = (message) => received.push(message)): void =>
    socket.connect({ onOpen: () => undefined, onMessage });
  const open = (onMessage?: (message: string) => void): void => {
    connect(onMessage);
    webSocket.open();
  };
  return { connect, clock, webSocket, sent, opened, lost, received, warned, socket, open };
}

test('SIP-01 one WebSocket of subprotocol sip is opened, and never a second one', () => {
  const { socket, connect, opened, webSocket, lost } = createScene();
  connect();
  webSocket.end(1006);
  connect();
  expect(opened).toEqual(['wss://sip.example:8443/sip sip']);
  expect(lost).toEqual(['closed1006']);
  expect(socket.viaTransport).toBe('WSS');
});

test('REG-11 RFC 5626 a ping is sent each 20 s; after ten seconds without an answer the flow is dead', () => {
  const { open, clock, sent, lost, webSocket } = createScene();
  open();
  clock.advance(20_000);
  expect(sent).toEqual(['\r\n\r\n']);
  webSocket.receive('\r\n');
  clock.advance(29_999);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual(['noPong']);
  expect([webSocket.isClosed, clock.pending()]).toEqual([true, 0]);
});

test('D80 during a call a dead flow is noticed within nine seconds, and an attempt to connect takes four', () => {
  const { open, clock, lost } = createScene(undefined, 20, true);
  open();
  clock.advance(8_999);
  expect(lost).toEqual([]);
  clock.advance(1);
  expect(lost).toEqual(['noPong']);
  const other = createScene(undefined, 20, true);
  other.connect();
  other.clock.advance(4_000);
  expect(other.lost).toEqual(['connectTimeout']);
});

test('REG-11 the operator sets the interval; received data postpones the ping', () => {
  const { open, clock, sent, webSocket } = createScene(undefined, 7);
  open();
  clock.advance(6_000);
  webSocket.receive('SIP/2.0 200 OK');
  clock.advance(6_999);
  expect(sent).toEqual([]);
  clock.advance(1);
  expect(sent).toEqual(['\r\n\r\n']);
});

test('a message that JsSIP rejects has no other effect', () => {
  const { open, webSocket, warned, received } = createScene();
  open((message) => {
    if (message.startsWith('NOTIFY')) throw new TypeError('no Event header');
    received.push(message);
  });
  webSocket.receive('NOTIFY sip:anna@demo.example SIP/2.0');
  webSocket.receive('SIP/2.0 200 OK');
  expect([warned, received]).toEqual([['sip_message_rejected'], ['SIP/2.0 200 OK']]);
});

test('messages arrive as text or bytes, keep-alives are not passed on', () => {
  const { open, received, sent, webSocket } = createScene();
  open();
  webSocket.receive('SIP/2.0 200 OK');
  webSocket.receive(new TextEncoder().encode('å').buffer);
  webSocket.receive('\r\n');
  webSocket.receive('\r\n\r\n');
  expect(received).toEqual(['SIP/2.0 200 OK', 'å']);
  expect(sent).toEqual(['\r\n']);
});

describe('a connection that never opens', () => {
  test('is closed after 8 s', () => {
    const { connect, clock, lost } = createScene();
    connect();
    clock.advance(7_999);
    expect(lost).toEqual([]);
    clock.advance(1);
    expect(lost).toEqual(['connectTimeout']);
  });

  test('an address the browser refuses is a loss, reported after connect has returned', () => {
    const { connect, clock, lost } = createScene(() => {
      throw new SyntaxError('refused');
    });
    connect();
    expect(lost).toEqual([]);
    clock.advance(0);
    expect(lost).toEqual(['addressRefused']);
  });
});

test('a local disconnect leaves no timer, reports no loss, and nothing can be sent any more', () => {
  const { open, socket, clock, lost, webSocket, sent } = createScene();
  open();
  socket.disconnect();
  webSocket.end(1000);
  clock.advance(60_000);
  expect([lost, clock.pending(), webSocket.isClosed]).toEqual([[], 0, true]);
  expect([socket.send('x'), sent]).toEqual([false, []]);
});
