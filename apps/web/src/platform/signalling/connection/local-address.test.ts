import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { findLocalAddress } from './local-address.ts';

class FakeConnection extends EventTarget {
  isClosed = false;
  readonly configuration: RTCConfiguration;
  constructor(configuration: RTCConfiguration) {
    super();
    this.configuration = configuration;
  }
  createDataChannel(): void {}
  createOffer(): Promise<object> {
    return Promise.resolve({});
  }
  setLocalDescription(): Promise<void> {
    return Promise.resolve();
  }
  close(): void {
    this.isClosed = true;
  }
  find(address: string, type: string): void {
    this.tell({ candidate: `candidate:1 1 udp 2113937151 ${address} 54321 typ ${type} generation 0` });
  }
  tell(candidate: object | null): void {
    this.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate }));
  }
}

function createScene(remembered?: string) {
  const clock = createFakeClock();
  const stored = new Map(remembered === undefined ? [] : [['localIp', remembered]]);
  const warned: string[] = [];
  const made: FakeConnection[] = [];
  const result = findLocalAddress({
    iceServers: [{ urls: 'stun:192.0.2.1:40000' }],
    clock,
    store: {
      get: (key) => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
      clear: () => stored.clear(),
    },
    log: { debug: () => {}, info: () => {}, warn: (message) => warned.push(message) },
    createConnection(configuration) {
      const connection = new FakeConnection(configuration);
      made.push(connection);
      return connection as unknown as RTCPeerConnection;
    },
  });
  const [connection] = made;
  const find = (...found: readonly (readonly [string, string])[]): void => {
    for (const [address, type] of found) connection?.find(address, type);
  };
  return { clock, stored, warned, made, connection, result, find };
}

const mdns = ['5f0a8a2e-0a3f-4c56-9a0e-0d3f3e9f0f5d.local', 'host'] as const;
const v4 = ['192.168.1.5', 'host'] as const;
const v6 = ['2001:db8::5', 'host'] as const;
const reflexive = ['203.0.113.7', 'srflx'] as const;

test.each([
  ['host IPv4 before all others', [mdns, reflexive, v6, v4], '192.168.1.5'],
  ['host IPv6 before the address that STUN returned', [mdns, reflexive, v6], '2001:db8::5'],
  ['the address that STUN returned when the browser hides the rest', [mdns, reflexive], '203.0.113.7'],
  ['the first of a kind stays', [v6, ['2001:db8::6', 'host']], '2001:db8::5'],
] as const)('A-008 %s', async (_name, found, address) => {
  const { connection, find, result, stored, clock } = createScene();
  find(...found);
  connection?.tell(null);
  expect(await result).toBe(address);
  expect(stored.get('localIp')).toBe(address);
  expect([connection?.isClosed, clock.pending()]).toEqual([true, 0]);
  expect(connection?.configuration.iceServers).toEqual([{ urls: 'stun:192.0.2.1:40000' }]);
});

test('A-008 a host IPv4 address ends the search immediately', async () => {
  const { find, result, connection } = createScene();
  find(v4);
  expect(await result).toBe('192.168.1.5');
  expect(connection?.isClosed).toBe(true);
});

test('A-008 after a second the best address so far is used', async () => {
  const { find, result, clock, connection, warned } = createScene();
  find(mdns, reflexive);
  clock.advance(1_000);
  expect(await result).toBe('203.0.113.7');
  expect([connection?.isClosed, warned]).toEqual([true, []]);
});

test('ERR-10 if no address is found within a second, this is logged and tried again next time', async () => {
  const { find, result, clock, warned, stored } = createScene();
  find(mdns);
  clock.advance(1_000);
  expect(await result).toBeUndefined();
  expect(warned).toEqual(['Failed to detect local IP address']);
  expect(stored.has('localIp')).toBe(false);
});

test('A-008 an address stored in the tab is not looked up', async () => {
  const { made, result } = createScene('192.0.2.55');
  expect(await result).toBe('192.0.2.55');
  expect(made).toEqual([]);
});
