import type { Brand } from '@samtal/api-contract';
import { organisationIdOf } from '@samtal/api-contract';
import { invalidValue } from '../../plumbing/api-error.ts';

/**
 * The organisation somebody names; none = the brand's (SIGNUP-27). For strangers there are that one and those of the
 * brand's list, and no others.
 * @param field named in the refusal
 */
export function findOrganisation(typed: string, { registration }: Brand, field: string): number {
  const { organisations, defaultOrganisation } = registration;
  const id = Number(organisationIdOf(typed, defaultOrganisation));
  const isKnown = id === defaultOrganisation || organisations.some((each) => each.id === id);
  if (!isKnown) throw invalidValue(field);
  return id;
}
