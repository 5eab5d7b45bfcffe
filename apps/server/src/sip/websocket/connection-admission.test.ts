import { beforeEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS } from '../../domain/limits/limits.ts';
import type { ConnectionAdmission, ConnectionSlot } from './connection-admission.ts';
import { createConnectionAdmission } from './connection-admission.ts';

const limits = { inAll: 10, perAddress: 5, unprovenInAll: 6, unprovenPerAddress: 3 };
let time: number;
let admission: ConnectionAdmission;
let cut: string[];

beforeEach(() => {
  [time, cut] = [0, []];
  admission = createConnectionAdmission(limits, () => time);
});

const admit = (address: string, name = address): ConnectionSlot | undefined =>
  admission.admit(address, () => void cut.push(name));
function prove(address: string): ConnectionSlot {
  const slot = admit(address) ?? expect.fail(`no place for ${address}`);
  slot.prove();
  return slot;
}

test('a new connection replaces the oldest unauthenticated connection of its address', () => {
  for (const name of ['a', 'b', 'c', 'd']) expect(admit('192.0.2.1', name)).toBeDefined();
  expect(cut).toEqual(['a']);
  expect(admit('192.0.2.2')).toBeDefined();
  expect(cut).toEqual(['a']);
});

test('a new connection replaces the oldest unauthenticated connection of all addresses', () => {
  for (let host = 1; host <= 8; host++) expect(admit(`192.0.2.${host}`)).toBeDefined();
  expect(cut).toEqual(['192.0.2.1', '192.0.2.2']);
});

test('a new connection is refused when all others have authenticated', () => {
  const seats = Array.from({ length: 5 }, () => prove('192.0.2.1'));
  expect([admit('192.0.2.1'), cut]).toEqual([undefined, []]);
  for (let host = 2; host <= 6; host++) seats.push(prove(`192.0.2.${host}`));
  expect([admit('192.0.2.7'), cut]).toEqual([undefined, []]);
  seats[0]?.leave();
  seats[0]?.leave();
  expect(admit('192.0.2.7')).toBeDefined();
  expect(admit('192.0.2.8')).toBeDefined();
  expect(cut).toEqual(['192.0.2.7']);
});

test('an IPv6 /64 network counts as one address', () => {
  for (let host = 1; host <= 4; host++) admit(`2001:db8:1:2::${host}`);
  expect(cut).toEqual(['2001:db8:1:2::1']);
});

test('an address may open a burst of 100 connections and then 20 per second', () => {
  const { burst, perSecond } = CONNECTION_LIMITS.openings;
  const opened = (count: number): number =>
    Array.from({ length: count }, () => admit('192.0.2.1')).filter((slot) => slot !== undefined).length;
  expect(opened(burst * 2)).toBe(burst);
  expect(admit('192.0.2.2')).toBeDefined();
  time += 1000;
  expect(opened(burst)).toBe(perSecond);
  time += 60_000;
  expect(opened(burst * 2)).toBe(burst);
});
