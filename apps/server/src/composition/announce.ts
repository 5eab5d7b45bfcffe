import type { Config } from '../config/config.ts';
import { DEMO_AGENTS, DEMO_PASSWORD, DEMO_PEOPLE, ECHO_AGENT } from '../domain/accounts/demo-accounts.ts';
import type { Lan } from './open/open-lan.ts';

/** The lines printed after the start; programs wait for the last one (decision D26). */
export function announce(
  { mode, sipDomain, echoService, publicUrl }: Config,
  {
    url,
    kioskLink,
    lan,
  }: { readonly url: string; readonly kioskLink: string | undefined; readonly lan: Lan | undefined },
): string {
  const lines: string[] = [];
  if (mode === 'demo') {
    const names = DEMO_PEOPLE.map(({ username }) => username).join(', ');
    const called = DEMO_AGENTS.filter((agent) => agent !== ECHO_AGENT || echoService === 'on');
    const agents = called.map((agent) => `${agent}@${sipDomain}`).join(', ');
    lines.push(
      `Open ${publicUrl ?? url} in two browser windows and log in as two of ${names} (password ${DEMO_PASSWORD}).`,
      `One calls the other by name. Alone? Call ${agents}.`,
    );
    if (kioskLink !== undefined) lines.push(`A call with one click, without an account: ${kioskLink}`);
  }
  if (lan !== undefined)
    lines.push(
      `On a phone or computer in the same network open ${lan.urls.join(' or ')}`,
      'It warns that the connection is not private, because this server has made its certificate itself. Choose "Advanced" or "Show details", and continue.',
      `The certificate is the right one if its SHA-256 fingerprint is ${lan.fingerprint}`,
    );
  return [...lines, `ready: ${url}`].join('\n');
}
