import type { SipMessage, SipRequest } from '@samtal/sip';
import { header } from '@samtal/sip';
import { createFakeClock, createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createFakePushes } from '../web-push/testing/fake-pushes.ts';
import type { PhoneDialog, ScriptedPhone } from './testing/scripted-phone.ts';
import { calleeDialog, callerDialog } from './testing/scripted-phone.ts';
import { createTestBed, register, settle } from './testing/test-bed.ts';

const names = ['alice', 'bobby', 'carol'] as const;
const calls = 200;

/** A phone that reacts at random to each received message. */
type RandomPhone = { readonly name: string; readonly phone: ScriptedPhone; read: number; isGone: boolean };

/** The instances of the devices that register; one of them is pushed and never registers. */
const instances = ['1', '2', '3', '4'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);

test.each([
  [1, 'to registered phones'],
  [2, 'to registered phones'],
  [3, 'to registered phones'],
  [4, 'also pushed'],
  [5, 'also pushed'],
  [6, 'also pushed'],
])(
  'SIP-06 REG-03 D78 seed %i: 200 random calls %s, cancelled, busy, forked, dropped, leave no state',
  async (seed, kind) => {
    const clock = createFakeClock();
    const pushes = createFakePushes();
    if (kind === 'also pushed') pushes.subscribe(...instances);
    const bed = createTestBed(clock, () => clock.now(), pushes.pushCall);
    const random = createSeededRandom(seed);
    const isLucky = (chance: number): boolean => random() < chance;
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? expect.fail('empty');
    const outcomes = new Map<number, number>();
    const phones: RandomPhone[] = [];
    const open: { by: RandomPhone; dialog: PhoneDialog }[] = [];
    let devices = 0;

    async function connect(name: string): Promise<void> {
      devices += 1;
      const phone = bed.phone(name, `${name}${devices}x`);
      await register(phone, `${name}@demo.example`, { instance: pick(instances.slice(1)) });
      phones.push({ name, phone, read: 0, isGone: false });
    }
    function drop(each: RandomPhone): void {
      each.isGone = true;
      phones.splice(phones.indexOf(each), 1);
      each.phone.drop();
    }

    function react(each: RandomPhone, message: SipMessage): void {
      if (message.kind === 'response') hearAnswer(each, message);
      else if (message.method === 'INVITE') answerInvite(each, message);
      else if (message.method === 'CANCEL') answerCancel(each, message);
      else if (message.method !== 'ACK') each.phone.respond(message, 200);
    }
    function hearAnswer(each: RandomPhone, message: Extract<SipMessage, { kind: 'response' }>): void {
      if (header(message, 'CSeq')?.endsWith(' INVITE') !== true || message.status < 200) return;
      outcomes.set(message.status, (outcomes.get(message.status) ?? 0) + 1);
      if (message.status >= 300) return;
      const dialog = callerDialog(message);
      each.phone.requestIn(dialog, 'ACK', { cseq: Number.parseInt(header(message, 'CSeq') ?? '', 10) });
      open.push({ by: each, dialog });
    }
    function answerInvite(each: RandomPhone, invite: SipRequest): void {
      const dice = random();
      if (dice < 0.05) return;
      if (dice < 0.9) each.phone.respond(invite, 180);
      if (dice < 0.2) return;
      if (dice < 0.4) each.phone.respond(invite, pick([480, 486, 603, 503]));
      else if (dice < 0.45) drop(each);
      else {
        const success = each.phone.respond(invite, 200);
        if (isLucky(0.5)) open.push({ by: each, dialog: calleeDialog(invite, success) });
      }
    }
    function answerCancel(each: RandomPhone, cancel: SipRequest): void {
      each.phone.respond(cancel, 200);
      const invite = each.phone
        .requests('INVITE')
        .find((other) => header(other, 'Via') === header(cancel, 'Via'));
      // If the phone has already sent a final response, the server ignores this 487.
      if (invite !== undefined && isLucky(0.9)) each.phone.respond(invite, 487);
    }

    /** Phones read and react until no new messages arrive. */
    async function talk(): Promise<void> {
      for (;;) {
        await settle();
        const speaking = phones.filter((each) => each.read < each.phone.heard.length);
        if (speaking.length === 0) return;
        for (const each of speaking) {
          while (!each.isGone && each.read < each.phone.heard.length) {
            const message = each.phone.heard[each.read] ?? expect.fail();
            each.read += 1;
            react(each, message);
          }
        }
      }
    }

    for (let count = 0; count < calls; count++) {
      for (const name of names) if (!phones.some((each) => each.name === name)) await connect(name);
      if (phones.length < 6 && isLucky(0.3)) await connect(pick(names));
      const caller = pick(phones);
      const invite = caller.phone.request('INVITE', `${pick([...names, 'nobody'])}@demo.example`);
      if (isLucky(0.15)) caller.phone.follow(invite, 'CANCEL');
      if (isLucky(0.5)) await talk();
      if (isLucky(0.15) && !caller.isGone) caller.phone.follow(invite, 'CANCEL');
      if (isLucky(0.5)) await talk();
      for (const call of open.splice(0, Math.floor(random() * 3))) {
        if (!call.by.isGone) call.by.phone.requestIn(call.dialog, pick(['BYE', 'BYE', 'MESSAGE', 'INVITE']));
      }
      if (isLucky(0.1)) drop(pick(phones));
      const pushed = pushes.calls.at(-1);
      if (isLucky(0.3)) pushed?.rang();
      if (isLucky(0.1)) pushed?.rejected();
      await talk();
      clock.advance(Math.floor(random() * 20_000));
    }
    await talk();
    // The last of the kept calls end.
    clock.advance(30_000);
    await talk();
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining([200, 404, 480, 487, 408]));

    expect(phones.flatMap(({ phone }) => phone.closings)).toEqual([]);
    // All phones but one lose their connection, which ends their calls; the remaining one sees the calls end.
    for (const each of phones.slice(1)) drop(each);
    await talk();
    clock.advance(100_000);
    await talk();
    clock.advance(100_000);
    expect(bed.server.counters()).toMatchObject({ dialogs: 0, clientTransactions: 0, serverTransactions: 0 });
    expect(pushes.calls.filter(({ end }) => end === undefined)).toEqual([]);
    expect(bed.logged.filter((line) => line.includes('failed'))).toEqual([]);
    expect([bed.server.counters().flows, clock.pending()]).toEqual([phones.length, 0]);
  },
);
