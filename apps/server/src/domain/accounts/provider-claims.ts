import { isEmail, isTextWithApostrophes, ROLES, type Role } from '@samtal/api-contract';
import { PROVIDER_LIMITS } from '../limits/limits.ts';

/** What an OpenID Connect provider says about a person: ID token and UserInfo (OpenID Connect Core §5.1). */
export type Claims = Readonly<Record<string, unknown>>;

/** The names of the claims from which accounts are made. */
export type ClaimNames = {
  readonly username: string;
  readonly email: string;
  readonly forename: string;
  readonly surname: string;
};

export type ProviderRoles = {
  readonly claim: string;
  readonly values: readonly { readonly role: Role; readonly value: string }[];
};

export type Admission = {
  readonly claims: ClaimNames;
  /** Whether each e-mail address of the provider counts as verified, also without `email_verified`. */
  readonly trustsEmail: boolean;
  /** Only people with a verified address of one of these domains are admitted; empty = of any. */
  readonly mailDomains: readonly string[];
  /** Only people with this claim are admitted. */
  readonly requiredClaim: { readonly name: string; readonly value: string } | undefined;
  /** The claim that says which role a person has in the console, and its values; undefined = the provider gives none. */
  readonly roles: ProviderRoles | undefined;
};

/** What a person gets from the claims, and what an account of this person is made of. */
export type ProviderPerson = {
  readonly isAdmitted: boolean;
  /** What a username may be made of, the best first. */
  readonly names: readonly string[];
  /** Only an address that is verified, and that a form would take; undefined = none. */
  readonly email: string | undefined;
  readonly forename: string;
  readonly surname: string;
  /** The most powerful role that the claims say; undefined = none. */
  readonly role: Role | undefined;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= PROVIDER_LIMITS.claimLength ? value.trim() : '';

/** A name by the rules of contacts (decision D61); any other counts as none. */
const nameOf = (value: unknown): string => {
  const text = textOf(value);
  return isTextWithApostrophes(text) ? text : '';
};

/** Wider than the rule of forms, which decides what an account gets: it only tells the domain of a person. */
const ONE_ADDRESS = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

const isGroup = (value: unknown): value is Claims => typeof value === 'object' && value !== null;

/** The claim of this name; a dot leads into an object, such as `realm_access.roles`, unless a claim has it in its name. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (within, part) => (isGroup(within) && Object.hasOwn(within, part) ? within[part] : undefined),
      claims,
    );
}

/** Whether a claim is this text, number or boolean, or a list that contains it. */
function hasValue(claim: unknown, value: string): boolean {
  if (Array.isArray(claim)) return claim.some((each) => !Array.isArray(each) && hasValue(each, value));
  return ['string', 'number', 'boolean'].includes(typeof claim) && String(claim) === value;
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
const localPartOf = (name: string): string => name.split('@')[0] ?? '';

/** The role that the claims say; of several, the one that comes first in `ROLES`. */
function roleIn(claims: Claims, { claim, values }: ProviderRoles): Role | undefined {
  const found = claimOf(claims, claim);
  return ROLES.find((role) => values.some((each) => each.role === role && hasValue(found, each.value)));
}

/** Reads the claims of a person: whether the person is admitted, and what the account is made of. */
export function personOf(
  claims: Claims,
  { claims: names, trustsEmail, mailDomains, requiredClaim, roles }: Admission,
): ProviderPerson {
  const claimed = textOf(claimOf(claims, names.email));
  const given = ONE_ADDRESS.test(claimed) ? claimed : '';
  const isVerified = trustsEmail || claims['email_verified'] === true || claims['email_verified'] === 'true';
  const forename = nameOf(claimOf(claims, names.forename));
  const surname = nameOf(claimOf(claims, names.surname));
  const hasDomain = mailDomains.length === 0 || (isVerified && mailDomains.includes(domainOf(given)));
  const hasClaim =
    requiredClaim === undefined || hasValue(claimOf(claims, requiredClaim.name), requiredClaim.value);
  return {
    isAdmitted: hasDomain && hasClaim,
    names: [
      localPartOf(textOf(claimOf(claims, names.username))),
      localPartOf(given),
      `${forename}.${surname}`,
    ].filter((name) => name.replaceAll('.', '') !== ''),
    email: isVerified && isEmail(given) ? given : undefined,
    forename,
    surname,
    role: roles && roleIn(claims, roles),
  };
}

/** Makes a username of a name: accents are dropped, and signs that usernames may not have become a hyphen. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/([.-])[.-]+/g, '$1')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 60);

/**
 * Usernames for a new account, in the order in which they are tried: the names themselves, then with numbers.
 * @param most how many
 */
export function usernamesFrom(names: readonly string[], most: number): readonly string[] {
  const plain = [...new Set(names.map(plainName).filter((name) => name !== ''))];
  const numbered = Array.from({ length: most }, (_, index) =>
    plain.map((name) => `${name}${/\d$/.test(name) ? '-' : ''}${index + 2}`),
  ).flat();
  return [...plain, ...numbered].slice(0, most);
}
