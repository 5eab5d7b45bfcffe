import { execFile } from 'node:child_process';
import type { Logger } from 'pino';

/**
 * Tells systemd that the server is ready, if systemd waits for that (`Type=notify`). Node cannot send to a Unix
 * datagram socket, so the program of systemd does it.
 */
export function notifySystemd(
  { NOTIFY_SOCKET }: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'error'>,
): void {
  if (NOTIFY_SOCKET === undefined) return;
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error !== null) log.error({ event: 'systemd_not_notified', reason: error.message });
  });
}
