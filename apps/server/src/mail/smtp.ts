import { isIP } from 'node:net';
import type { Mail } from './mail.ts';

const TIMEOUT_MS = 10_000;

/** How this server presents itself in EHLO: by its name, or by an address literal (RFC 5321 §4.1.3). */
function greetingOf(host: string): string {
  const address = host.replaceAll(/[[\]]/g, '');
  const version = isIP(address);
  if (version === 0) return host;
  return version === 6 ? `[IPv6:${address}]` : `[${address}]`;
}

export type SmtpSettings = {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly smtpUrl: string;
  /** Sender of every mail. */
  readonly from: string;
  /** What `smtp:` needs: STARTTLS with a valid certificate, or no TLS (decision D113). */
  readonly tls: 'required' | 'off';
  /** Host of the public address of this server, which the mail server is told. */
  readonly ourName: string;
};

/** Creates the function that delivers a mail to a mail server. */
export function createSmtpDelivery({
  smtpUrl,
  from,
  tls,
  ourName,
}: SmtpSettings): (mail: Mail) => Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  // Loaded for the first mail: it is large.
  const openTransport = async () =>
    (await import('nodemailer')).createTransport({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'off',
      name: greetingOf(ourName),
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  let transport: ReturnType<typeof openTransport> | undefined;
  return async ({ to, subject, text }) => {
    transport ??= openTransport();
    // The mails are plain text of this server: nothing in them may be loaded from a file or URL.
    await (await transport).sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      // No vacation responder answers it (RFC 3834 §5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}
