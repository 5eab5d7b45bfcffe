import type { EventLog } from '../../domain/event-log.ts';
import { differingSettings, type Installation, processProblem } from '../../domain/installation.ts';
import type { Repositories } from '../repositories/repositories.ts';
import { ProcessesError } from '../server-lock/processes-error.ts';

/**
 * Compares the settings of this process with those of others that run on the same database, and notes them for those
 * that start later. What removes data differs between processes only for the time of a change, so it is logged.
 * Throws a `ProcessesError` where they would harm each other.
 */
export async function agreeOnSettings(
  { installation }: Pick<Repositories, 'installation'>,
  own: Installation,
  { isFirst, log }: { readonly isFirst: boolean; readonly log: Pick<EventLog, 'warn'> },
): Promise<void> {
  const known = await installation.read();
  if (!isFirst) {
    const problem = processProblem(known, own);
    if (problem !== undefined) throw new ProcessesError(problem);
    const variables = differingSettings(known, own);
    if (variables.length > 0) log.warn({ event: 'settings_differ', variables: variables.join(', ') });
  }
  // `claimDomain` notes the domain.
  const { SIP_DOMAIN: _, ...others } = own;
  await installation.write({ ...known, ...others });
}
