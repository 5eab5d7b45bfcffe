import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { SipRequest } from '@samtal/sip';
import type { PhoneDialog } from '../../../apps/server/src/sip/testing/scripted-phone.ts';
import { calleeDialog, callerDialog } from '../../../apps/server/src/sip/testing/scripted-phone.ts';
import { openRawPhone } from '../peers/raw-phone.ts';
import { sipSecret } from '../peers/sip-secret.ts';
import type { SamtalServer } from './samtal-server.ts';

export type Phone = Awaited<ReturnType<typeof openRawPhone>>;

/** The bodies of a call with sound and text by MESSAGE. */
export const VOICE_AND_TEXT = 'v=0\r\na=rtt:sip-message\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
export const TEXT = 'v=0\r\na=rtt:sip-message\r\n';

/**
 * Registers a phone without a browser for a demo user.
 * @param secret of a session that goes on; absent = the phone has a new session
 */
export async function registerPhone(
  { url }: Pick<SamtalServer, 'url'>,
  name: string,
  { instance, secret: known }: { instance?: string; secret?: string } = {},
): Promise<Phone> {
  const secret = known ?? (await sipSecret(url, name));
  const phone = await openRawPhone(`${url.replace('http', 'ws')}/sip`, {
    name,
    secret,
    // The server knows a phone that comes again by its Call-ID and Contact.
    device: `${name}${randomBytes(4).toString('hex')}`,
  });
  const address = `${name}@demo.example`;
  const first = phone.request('REGISTER', address, {
    uri: 'sip:demo.example',
    ...(instance && { instance }),
  });
  await expect.poll(() => phone.statuses('REGISTER').length).toBe(1);
  phone.authorize(first, phone.answer('REGISTER'));
  await expect.poll(() => phone.statuses('REGISTER').at(-1)).toBe(200);
  return phone;
}

/** Sends an INVITE, and waits until it rings at the callee. */
export async function ring(caller: Phone, callee: Phone, target: string, body: string): Promise<SipRequest> {
  const before = callee.requests('INVITE').length;
  caller.request('INVITE', `${target}@demo.example`, { body });
  await expect.poll(() => callee.requests('INVITE').length).toBe(before + 1);
  const arrived = callee.requests('INVITE').at(-1);
  if (arrived === undefined) throw new Error('no INVITE arrived');
  callee.respond(arrived, 180);
  return arrived;
}

/** Makes a call that the callee answers with the same body. */
export async function makeCall(
  caller: Phone,
  callee: Phone,
  target: string,
  body: string,
): Promise<{ readonly caller: PhoneDialog; readonly callee: PhoneDialog }> {
  const arrived = await ring(caller, callee, target, body);
  const sent = callee.respond(arrived, 200, { body });
  await expect.poll(() => caller.statuses('INVITE').at(-1)).toBe(200);
  const success = caller.answer('INVITE');
  const dialog = callerDialog(success);
  caller.requestIn(dialog, 'ACK', { cseq: Number.parseInt(cseqOf(success), 10) });
  return { caller: dialog, callee: calleeDialog(arrived, sent) };
}

const cseqOf = ({ headers }: SipRequest | { headers: SipRequest['headers'] }): string =>
  headers.find(({ name }) => name === 'CSeq')?.value ?? '';

/** Sends a request inside a call, which the other phone answers with 200. */
export async function exchange(
  { from, to }: { readonly from: Phone; readonly to: Phone },
  dialog: PhoneDialog,
  method: 'MESSAGE' | 'BYE',
  body = '',
): Promise<void> {
  const [before, answers] = [to.requests(method).length, from.statuses(method).length];
  from.requestIn(dialog, method, { body });
  await expect.poll(() => to.requests(method).length).toBe(before + 1);
  const arrived = to.requests(method).at(-1);
  if (arrived === undefined) throw new Error(`no ${method} arrived`);
  to.respond(arrived, 200);
  await expect.poll(() => from.statuses(method).length).toBe(answers + 1);
}
