import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import type { RttMedia, RttTypes } from '../../../apps/server/src/server-agents/testing/rtt-text.ts';
import {
  createRttReader,
  createRttSender,
  readRttSection,
  rttSection,
} from '../../../apps/server/src/server-agents/testing/rtt-text.ts';
import type { PhoneDialog, ScriptedPhone } from '../../../apps/server/src/sip/testing/scripted-phone.ts';
import { calleeDialog, callerDialog } from '../../../apps/server/src/sip/testing/scripted-phone.ts';
import { openRelay, type Relay } from './lossy-relay.ts';

/** A phone sends text at most every 300 ms, and repeats it twice (RFC 4103 §5). */
const PACKET_INTERVAL_MS = 300;
const HOST = '127.0.0.1';

type Options = {
  /** A phone that is registered as one with text over RTP. */
  readonly sip: ScriptedPhone;
  readonly types?: RttTypes;
  /** Share of the packets that are lost in each direction, and the seed that decides which. */
  readonly loss?: { readonly share: number; readonly seed: number };
  /** Lines of other media sections in the bodies of the phone. */
  readonly media?: readonly string[];
};

export type TextPhone = {
  readonly sip: ScriptedPhone;
  /** Answers the next call. */
  answer(): Promise<void>;
  /** Calls an address, and waits until it answers. */
  call(address: string): Promise<void>;
  /** Types text, which leaves with the next packet. */
  type(text: string): void;
  /** Types text one letter after the other, each in a packet of its own. */
  spell(text: string): void;
  /** What the user of the phone reads: text in order, with U+FFFD where some is missing. */
  read(): string;
  /** Whether all that was typed has left and was repeated. */
  isQuiet(): boolean;
  /** Where the other end takes text. */
  peer(): RttMedia;
  hangUp(): void;
  close(): void;
};

async function bindUdp(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, HOST);
  await once(socket, 'listening');
  return socket;
}

/** A SIP phone with text over RTP (RFC 4103), without sound unless `media` has some. */
export async function openTextPhone({
  sip,
  types = { t140: 98, red: 100 },
  loss,
  media = [],
}: Options): Promise<TextPhone> {
  const socket = await bindUdp();
  const relay: Relay | undefined = loss && (await openRelay(loss, socket.address().port));
  const reader = createRttReader(types);
  const sender = createRttSender(types);
  let peer: RttMedia | undefined;
  let dialog: PhoneDialog | undefined;
  let typed = '';
  let spelt: readonly string[] = [];
  let repeats = 0;
  let cseq = 100;
  socket.on('message', (data) => reader.take(data));

  const body = (): string =>
    ['v=0', `o=- 1 1 IN IP4 ${HOST}`, 's=-', `c=IN IP4 ${HOST}`, 't=0 0', ...media].join('\r\n') +
    `\r\n${rttSection({ host: HOST, port: relay?.port ?? socket.address().port, ...types })}`;
  const headers = [
    { name: 'Content-Type', value: 'application/sdp' },
    { name: 'Allow', value: 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO' },
  ];

  function begin(sdp: string, opened: PhoneDialog): void {
    peer = readRttSection(sdp);
    dialog = opened;
    if (peer === undefined) throw new Error(`no text in:\n${sdp}`);
    relay?.leadTo(peer.port);
  }

  const timer = setInterval(() => {
    const [letter = '', ...rest] = spelt;
    spelt = rest;
    typed += letter;
    if (peer === undefined || (typed === '' && repeats === 0)) return;
    repeats = typed === '' ? repeats - 1 : 2;
    const packet = sender.next(typed);
    typed = '';
    if (relay === undefined) socket.send(packet, peer.port, peer.host);
    else socket.send(packet, relay.innerPort, HOST);
  }, PACKET_INTERVAL_MS);

  return {
    sip,
    async answer() {
      await expect.poll(() => sip.requests('INVITE').length, { intervals: [20] }).toBeGreaterThan(0);
      const invite = sip.requests('INVITE').at(-1);
      if (invite === undefined) return;
      const success = sip.respond(invite, 200, { headers, body: body() });
      begin(invite.body, calleeDialog(invite, success));
    },
    async call(address) {
      const finals = (): number => sip.statuses('INVITE').filter((status) => status >= 200).length;
      const before = finals();
      const first = sip.request('INVITE', address, { headers, body: body() });
      await expect.poll(finals, { timeout: 20_000, intervals: [20] }).toBe(before + 1);
      if (sip.answer('INVITE').status === 407) {
        sip.follow(first, 'ACK');
        sip.authorize(first, sip.answer('INVITE'));
        await expect.poll(finals, { timeout: 20_000, intervals: [20] }).toBe(before + 2);
      }
      const success = sip.answer('INVITE');
      expect(success.status).toBe(200);
      const opened = callerDialog(success);
      const number = Number.parseInt(success.headers.find(({ name }) => name === 'CSeq')?.value ?? '', 10);
      sip.requestIn(opened, 'ACK', { cseq: number });
      begin(success.body, opened);
    },
    type(text) {
      typed += text;
    },
    spell(text) {
      spelt = [...spelt, ...Array.from(text)];
    },
    read: () => reader.text(),
    isQuiet: () => spelt.length === 0 && typed === '' && repeats === 0,
    peer() {
      if (peer === undefined) throw new Error('the phone is in no call');
      return peer;
    },
    hangUp() {
      if (dialog !== undefined) sip.requestIn(dialog, 'BYE', { cseq: (cseq += 1) });
    },
    close() {
      clearInterval(timer);
      socket.close();
      relay?.close();
      sip.drop();
    },
  };
}
