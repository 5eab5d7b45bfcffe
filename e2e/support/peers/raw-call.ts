import { expect } from '@playwright/test';
import { callIdOf, header } from '@samtal/sip';
import {
  calleeDialog,
  callerDialog,
  type PhoneDialog,
} from '../../../apps/server/src/sip/testing/scripted-phone.ts';
import { openRawPhone } from './raw-phone.ts';
import { openApiSession } from './sip-secret.ts';

export type Phone = Awaited<ReturnType<typeof openRawPhone>>;

/** A phone without a browser, with a secret of its own, for a demo user. */
export async function openPhone(
  { url, sipUri }: { readonly url: string; readonly sipUri: string },
  name: string,
  device = `${name}phone`,
): Promise<Phone> {
  const { sipPassword: secret } = await openApiSession(url, name);
  return openRawPhone(sipUri, { name, secret, device });
}

/** Begins a call, and answers the challenge. */
export async function beginCall(caller: Phone, address: string): Promise<void> {
  const finals = (): number[] => caller.statuses('INVITE').filter((status) => status >= 200);
  const before = finals().length;
  const first = caller.request('INVITE', address);
  await expect.poll(() => finals().slice(before)).toEqual([407]);
  caller.follow(first, 'ACK');
  caller.authorize(first, caller.answer('INVITE'));
}

/** Answers the call that rings at `callee`, and resolves to the dialogs of both ends. */
export async function answerCall(
  caller: Phone,
  callee: Phone,
): Promise<{ readonly caller: PhoneDialog; readonly callee: PhoneDialog }> {
  await expect.poll(() => callee.requests('INVITE').length).toBe(1);
  const [invite] = callee.requests('INVITE');
  if (invite === undefined) throw new Error('no INVITE');
  const success = callee.respond(invite, 200);
  await expect.poll(() => caller.answer('INVITE').status).toBe(200);
  const answer = caller.answer('INVITE');
  expect(callIdOf(answer)).toBe(callIdOf(invite));
  const dialog = callerDialog(answer);
  caller.requestIn(dialog, 'ACK', { cseq: Number.parseInt(header(answer, 'CSeq') ?? '', 10) });
  await expect.poll(() => callee.requests('ACK').length).toBe(1);
  return { caller: dialog, callee: calleeDialog(invite, success) };
}
