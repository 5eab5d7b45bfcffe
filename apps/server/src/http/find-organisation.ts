import type { Brand } from '@samtal/api-contract';
import { organisationIdOf } from '@samtal/api-contract';
import { invalidValue } from './api-error.ts';

/**
 * The organisation somebody names; none = the brand's (SIGNUP-27). Only those of the brand's list exist for strangers.
 * @param field named in the refusal
 */
export function findOrganisation(typed: string, { registration }: Brand, field: string): number {
  const { organisations, defaultOrganisation } = registration;
  const id = Number(organisationIdOf(typed, defaultOrganisation));
  // A brand without a list leaves the choice open.
  const isKnown = organisations.length === 0 || organisations.some((each) => each.id === id);
  if (!Number.isSafeInteger(id) || id < 0 || !(isKnown || id === defaultOrganisation))
    throw invalidValue(field);
  return id;
}
