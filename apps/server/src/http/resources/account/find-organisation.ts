import type { Brand } from '@samtal/api-contract';
import { organisationIdOf } from '@samtal/api-contract';
import { invalidValue } from '../../plumbing/api-error.ts';

/**
 * The organisation that a request names; none = the brand's default (SIGNUP-27). Strangers can name only the
 * default and those of the brand's list.
 * @param field named in the error
 */
export function findOrganisation(typed: string, { registration }: Brand, field: string): number {
  const { organisations, defaultOrganisation } = registration;
  const id = Number(organisationIdOf(typed, defaultOrganisation));
  const isKnown = id === defaultOrganisation || organisations.some((each) => each.id === id);
  if (!isKnown) throw invalidValue(field);
  return id;
}
