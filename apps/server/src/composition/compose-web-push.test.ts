import { expect, test } from 'vitest';
import { contactOf } from './compose-web-push.ts';

const mailFrom = (from: string) => ({
  smtpUrl: 'smtp://mail.example',
  from,
  tls: 'required' as const,
  ourName: 'calls.example',
});

test.each([
  [mailFrom('Calls <calls@calls.example>'), 'https://calls.example', 'mailto:calls@calls.example'],
  [mailFrom('calls@calls.example'), 'https://calls.example', 'mailto:calls@calls.example'],
  [undefined, 'https://calls.example', 'https://calls.example'],
  [undefined, 'http://127.0.0.1:8080', 'mailto:postmaster@sip.example'],
])('D78 RFC 8292 push services get a contact: mails from %j, page at %s', (mail, publicUrl, contact) => {
  expect(contactOf({ mail, sipDomain: 'sip.example' }, publicUrl)).toBe(contact);
});
