import type { Config } from '../config/config.ts';
import { DEMO_AGENTS, DEMO_PASSWORD, DEMO_PEOPLE } from '../domain/accounts/demo-accounts.ts';

/** The lines printed after the start; programs wait for the last one (decision D26). */
export function announce(
  { mode, sipDomain, publicUrl }: Config,
  { url, kioskLink }: { readonly url: string; readonly kioskLink: string | undefined },
): string {
  const lines: string[] = [];
  if (mode === 'demo') {
    const names = DEMO_PEOPLE.map(({ username }) => username).join(', ');
    const agents = DEMO_AGENTS.map((agent) => `${agent}@${sipDomain}`).join(', ');
    lines.push(
      `Open ${publicUrl ?? url} in two browser windows and log in as two of ${names} (password ${DEMO_PASSWORD}).`,
      `One calls the other by name. Alone? Call ${agents}.`,
    );
    if (kioskLink !== undefined) lines.push(`A call with one click, without an account: ${kioskLink}`);
  }
  return [...lines, `ready: ${url}`].join('\n');
}
