import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

const TIMEOUT_MS = 10_000;

/**
 * Creates the function that delivers a mail to a mail server.
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param from sender of every mail
 */
export function createSmtpDelivery(url: string, from: string): (mail: Mail) => Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return async ({ to, subject, text }) => {
    // The mails are plain text of this server: nothing in them may be loaded from a file or URL.
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}
