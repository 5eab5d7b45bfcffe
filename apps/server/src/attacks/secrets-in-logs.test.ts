import { createFakeClock } from '@samtal/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requestsTo } from '../http/testing/requests.ts';
import { BASE, createTestApp, DAY_MS, openBrand } from '../http/testing/test-app.ts';
import { signIn } from '../http/testing/visitor.ts';
import { createMessageStore } from '../mailbox/message-store.ts';
import { createTestBed, register, settle } from '../sip/testing/test-bed.ts';

/** All secrets used in the test; none of them may appear in a log. */
const typed = {
  wrongPassword: 'my-wrong-password',
  newPassword: 'my-new-pass',
  resetPassword: 'my-reset-pass',
  signUpPassword: 'my-first-pass',
  received: 'what she said in the call',
  sent: 'what he said in the call',
  message: 'what was left on the machine',
  phone: '0701234567',
};

test('D22 no HTTP request, valid or not, writes a password, token, key or conversation text to a log', async () => {
  const bed = await createTestApp({ brand: openBrand, hasDevApi: true });
  onTestFinished(() => bed.close());
  const api = requestsTo(bed.app);
  const login = (await api.logIn('alice')).json<{ securityToken: string; sipPassword: string }>();
  const alice = await signIn(bed, 'alice');
  const secrets: string[] = [...Object.values(typed), 'demo1234', login.securityToken, login.sipPassword];
  secrets.push(alice.securityToken);

  await api.logIn('alice', typed.wrongPassword);
  const kioskToken = await bed.context.kioskTokens.mint({ to: 'echo', username: 'bobby' }, DAY_MS);
  const plainToken = Buffer.from(`t=echo&u=bobby&p=${typed.wrongPassword}`).toString('base64');
  for (const token of [kioskToken, `${kioskToken}x`, plainToken]) await api.enter(token);
  secrets.push(kioskToken, plainToken);

  const person = { username: 'bo.ek', password: typed.signUpPassword, fname: 'Bo', orgID: '2' };
  await api.post('signUp/create', { ...person, email1: 'bo@mail.example' });
  const [, userId = '', verification = ''] =
    /verify\/([^/\s]+)\/(\S+)/.exec(bed.mails.at(-1)?.text ?? '') ?? [];
  await api.post(`signUp/verify/${userId}/${verification}`, {});
  await api.post(`signUp/verify/${userId}/${verification}x`, {});
  await alice.post('user/setProperty', { key: 'EMAIL', value: 'alice@mail.example' });
  await api.get('user/requestResetPassword', { username: 'alice' });
  const [, key = '', uid = ''] = /[?&]key=([^&\s]+)&uid=([^&\s]+)/.exec(bed.mails.at(-1)?.text ?? '') ?? [];
  expect([verification, key].every((each) => each.length > 15)).toBe(true);
  secrets.push(verification, key);
  await api.get('user/setNewPassword', { key: 'made-up-key', uid, newpassword: typed.resetPassword });
  await api.get('user/setNewPassword', { key, uid, newpassword: typed.resetPassword });

  const again = (await api.logIn('alice', typed.resetPassword)).json<{ securityToken: string }>();
  secrets.push(again.securityToken);
  const session = { securityToken: again.securityToken };
  await api.get('user/setProperty', { ...session, key: 'PHONE_NUMBER', value: typed.phone });
  await api.get('user/setProperty', { ...session, key: 'PASSWORD', value: typed.newPassword });
  const record = { receivedText: typed.received, sentText: typed.sent, transcript: [], contactName: '' };
  await api.post('history', { ...record, id: 'one' }, session);
  await bed.app.inject({
    method: 'POST',
    url: `${BASE}history`,
    query: session,
    payload: `{"text":"${typed.sent}"`,
  });
  await bed.app.inject(`${BASE}none?securityToken=${again.securityToken}`);
  await bed.app.inject(`/%zz?securityToken=${again.securityToken}`);
  const store = createMessageStore(bed.repositories, bed.context.changes);
  const caller = { address: 'bobby@demo.example', name: undefined };
  const id = await store.open({ callee: 'alice@demo.example', caller, at: Date.now() });
  await store.update(id, typed.message);
  await api.get('messages', session);
  // An error is logged completely; the request that caused it is not.
  vi.spyOn(bed.repositories.sessions, 'find').mockRejectedValue(new Error('the database is gone'));
  vi.spyOn(bed.repositories.accounts, 'findByUsername').mockRejectedValue(new Error('the database is gone'));
  expect((await api.get('user/getProperties', session)).json()).toEqual({ errorCode: 5000 });
  expect((await api.logIn('alice', typed.newPassword)).json()).toEqual({ errorCode: 5000 });

  const written = `${bed.logged()}\n${JSON.stringify(bed.events)}`;
  expect(written).toContain('user/setNewPassword');
  expect(written).toContain('link_refused');
  expect(written).toContain('the database is gone');
  for (const secret of secrets) expect(written).not.toContain(secret);
  for (const name of ['securityToken', 'newpassword', 'sipPassword'])
    expect(bed.logged()).not.toContain(name);
});

test('D22 no call writes a secret, credential, SDP or text to a log', async () => {
  const sip = createTestBed(createFakeClock());
  const alice = await sip.registered('alice');
  const bobby = await sip.registered('bobby');
  const evil = sip.phone('carol', 'evil');
  const first = evil.request('REGISTER', 'carol@demo.example', { uri: 'sip:demo.example' });
  await settle();
  const proof = evil.authorize(first, evil.answer('REGISTER'), { password: typed.wrongPassword });
  await settle();
  await register(evil, 'bobby@demo.example');
  const call = await sip.call(alice, bobby, 'bobby@demo.example');
  alice.requestIn(call.caller, 'MESSAGE', { body: typed.sent });
  bobby.requestIn(call.callee, 'INFO', { body: 'Signal=5' });
  alice.request('MESSAGE', 'bobby@demo.example', {
    from: '<sip:carol@demo.example>;tag=1',
    body: typed.message,
  });
  evil.sendText(`MESSAGE x\r\n${typed.message}`);
  sip.breakDirectory();
  alice.request('INVITE', 'nobody@demo.example', { body: `v=0\r\ns=${typed.sent}` });
  await settle();
  const written = sip.logged.join('\n');
  expect(written).toContain('MESSAGE');
  const digest =
    /response="(\w+)"/.exec(JSON.stringify(proof).replaceAll('\\', ''))?.[1] ?? expect.fail('no proof');
  for (const secret of [
    typed.sent,
    typed.message,
    'secret-of-',
    typed.wrongPassword,
    'v=0',
    'Signal=',
    digest,
  ])
    expect(written).not.toContain(secret);
});
