import type { Brand } from '@samtal/api-contract';
import { organisationIdOf } from '@samtal/api-contract';
import { invalidValue } from '../../plumbing/answers/api-error.ts';

/**
 * The organisation that a visitor's request names, or the brand's default if it names none (SIGNUP-27).
 * Visitors can name only the default and the organisations of the brand's list.
 * @param field the field that the error names
 */
export function findOrganisation(typed: string, { registration }: Brand, field: string): number {
  const { organisations, defaultOrganisation } = registration;
  const id = Number(organisationIdOf(typed, defaultOrganisation));
  const isKnown = id === defaultOrganisation || organisations.some((each) => each.id === id);
  if (!isKnown) throw invalidValue(field);
  return id;
}
