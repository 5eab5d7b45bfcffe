import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { Mail } from './mail.ts';
import { createSmtpDelivery } from './smtp.ts';

const mail: Mail = {
  to: 'asa@mail.example',
  subject: 'Hej Åsa',
  text: 'Öppna länken:\nhttps://calls.example\n',
};

/** A mail server that offers what `extensions` says, refuses STARTTLS, and keeps all that it hears. */
async function mailServer(extensions: readonly string[] = []) {
  let heard = '';
  const server = createServer((socket) => {
    let isData = false;
    socket.on('error', () => undefined);
    socket.write('220 mail\r\n');
    const answer = (line: string): string => {
      if (line.startsWith('EHLO'))
        return ['250-mail', ...extensions.map((each) => `250-${each}`), '250 HELP'].join('\r\n');
      if (line.startsWith('STARTTLS')) return '454 TLS is not available';
      return isData ? '354 go' : '250 ok';
    };
    socket.on('data', (chunk) => {
      heard += String(chunk);
      if (isData) {
        if (!heard.endsWith('\r\n.\r\n')) return;
        isData = false;
        socket.write('250 taken\r\n');
        return;
      }
      const line = String(chunk);
      isData = line.startsWith('DATA');
      if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write(`${answer(line)}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    port,
    heard: () => heard,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const from = 'Calls <calls@calls.example>';
const ourName = 'calls.example';

test('D25 a mail server gets sender, recipient, subject and text', async () => {
  const server = await mailServer();
  await createSmtpDelivery({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, tls: 'off', ourName })(mail);
  await server.close();
  expect(server.heard()).toContain('MAIL FROM:<calls@calls.example>');
  expect(server.heard()).toContain('RCPT TO:<asa@mail.example>');
  expect(server.heard()).toMatch(/Subject: =\?UTF-8\?/);
  expect(server.heard()).toContain('Content-Type: text/plain; charset=utf-8');
});

test('D113 RFC 3834 §5 a mail says that a program sent it, so that no vacation responder answers', async () => {
  const server = await mailServer();
  await createSmtpDelivery({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, tls: 'off', ourName })(mail);
  await server.close();
  expect(server.heard()).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test.each([
  ['calls.example', 'EHLO calls.example'],
  ['192.0.2.10', 'EHLO [192.0.2.10]'],
  ['[2001:db8::10]', 'EHLO [IPv6:2001:db8::10]'],
])('D113 RFC 5321 §4.1.1.1 the server at %s presents itself as %s', async (name, greeting) => {
  const server = await mailServer();
  const smtpUrl = `smtp://127.0.0.1:${server.port}`;
  await createSmtpDelivery({ smtpUrl, from, tls: 'off', ourName: name })(mail);
  await server.close();
  expect(server.heard().split('\r\n')[0]).toBe(greeting);
});

test.each([
  ['offers no STARTTLS', []],
  ['refuses STARTTLS', ['STARTTLS']],
])(
  'D113 RFC 3207 §6 a mail server that %s gets neither password nor mail where TLS is required',
  async (_, offers) => {
    const server = await mailServer([...offers, 'AUTH PLAIN LOGIN']);
    const smtpUrl = `smtp://user:s3cret@127.0.0.1:${server.port}`;
    const deliver = createSmtpDelivery({ smtpUrl, from, tls: 'required', ourName });
    await expect(deliver(mail)).rejects.toThrow(/STARTTLS/);
    await server.close();
    expect(server.heard()).toContain('STARTTLS');
    expect(server.heard()).not.toMatch(/AUTH|MAIL FROM|RCPT|DATA/);
  },
);

test('D113 without TLS a mail server that offers STARTTLS is not asked for it', async () => {
  const server = await mailServer(['STARTTLS']);
  await createSmtpDelivery({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, tls: 'off', ourName })(mail);
  await server.close();
  expect(server.heard()).not.toContain('STARTTLS');
  expect(server.heard()).toContain('MAIL FROM:<calls@calls.example>');
});
