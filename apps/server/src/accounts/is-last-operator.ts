import type { Repositories } from '../storage/repositories/repositories.ts';

/** Whether this account is the only one that is active and has the role of an operator. */
export async function isLastOperator(
  persons: Pick<Repositories['persons'], 'withRole'>,
  accountId: string,
): Promise<boolean> {
  const operators = (await persons.withRole()).filter(
    ({ role, status }) => role === 'operator' && status === 'active',
  );
  return operators.length === 1 && operators[0]?.id === accountId;
}
