import type { FieldRule } from './fields.ts';

/** Longest value of a field in UTF-16 units; no rule of the specification needs more. */
export const FIELD_MAX_LENGTH = 255;
/** An e-mail address. */
const EMAIL = /^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;
const PHONE = /^\+?\(?\d{3}\)?[-\s.]?\d{3}[-\s.]?\d{4,6}$/;
/** Fewest and most characters of a password (SIGNUP-08), and the most that an operator may allow (decision D114). */
export const PASSWORD_LENGTH = { least: 6, most: 20, mostAllowed: 128 } as const;
/** The pattern of passwords unless the operator has set one. It says no more than their length. */
export const ANY_PASSWORD = '^.{6,20}$';
const TEXT = /^[\p{L}\p{M}0-9 ,.;:\-_!"@%&/\\()=+]*$/u;

/** The part of `brand.registration` with the rules for usernames and passwords. */
export type AccountRules = {
  readonly usernameRegex: string;
  readonly passwordRegex: string;
  readonly passwordMaxLength: number;
  readonly disallowUsernameInPassword: boolean;
};

/** Why a value is refused; only a password can have the problem `usernameInPassword`. */
export type FieldProblem = 'required' | 'invalid' | 'usernameInPassword';

/**
 * Compiles an operator's pattern, in which a dot also matches a line break. A pattern that is invalid with
 * the flag `u` is compiled without it; then a dot can match half a surrogate pair.
 * @returns undefined if the pattern is invalid
 */
export function patternOf(source: string): RegExp | undefined {
  for (const flags of ['su', 's']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // The syntax without `u` is more lenient and may accept the pattern.
    }
  }
  return undefined;
}

/** How many characters a text has; an emoji of one code point counts as one. */
const lengthOf = (text: string): number => Array.from(text).length;

const fits = (source: string, value: string): boolean => patternOf(source)?.test(value) ?? false;

/** Whether a value is an e-mail address (SIGNUP-11); '' is not. */
export const isEmail = (value: string): boolean => value.length <= FIELD_MAX_LENGTH && EMAIL.test(value);

/** The apostrophes that keyboards and programs write: O'Brien, L’Aquila. */
const APOSTROPHES = /['’]/g;

/** Whether a value has only letters of any script, digits and some signs (SIGNUP-13, A-018); '' is valid. */
export const isOtherText = (value: string): boolean => value.length <= FIELD_MAX_LENGTH && TEXT.test(value);

/** The same for text that may also have apostrophes (decision D61). */
export const isTextWithApostrophes = (value: string): boolean =>
  isOtherText(value.replaceAll(APOSTROPHES, '-'));

export const isUsername = (value: string, rules: Pick<AccountRules, 'usernameRegex'>): boolean =>
  value.length <= FIELD_MAX_LENGTH && fits(rules.usernameRegex, value);

/**
 * What is wrong with a password, or undefined (SIGNUP-08, SIGNUP-09, RESET-12). Its length counts whole
 * characters.
 */
export function passwordProblem(
  password: string,
  username: string,
  rules: AccountRules,
): FieldProblem | undefined {
  if (password === '') return 'required';
  const length = lengthOf(password);
  if (length < PASSWORD_LENGTH.least || length > rules.passwordMaxLength) return 'invalid';
  if (rules.passwordRegex !== ANY_PASSWORD && !fits(rules.passwordRegex, password)) return 'invalid';
  const name = username.trim().toLowerCase();
  const holdsName = name !== '' && password.includes(name);
  return rules.disallowUsernameInPassword && holdsName ? 'usernameInPassword' : undefined;
}

function isAllowed(rule: Exclude<FieldRule, 'password'>, value: string, rules: AccountRules): boolean {
  switch (rule) {
    case 'username':
      return isUsername(value, rules);
    case 'email':
      return isEmail(value);
    case 'phone':
    case 'mobile':
      return PHONE.test(value);
    case 'text':
      return TEXT.test(value);
    case 'free':
      return true;
  }
}

/**
 * Checks one value of a form, both in the client and in the server (SIGNUP-07 … SIGNUP-14, PROFILE-14,
 * An empty value is valid unless it is required.
 * @param username the username of the same user, for the check of a password
 * @returns undefined if the value is valid
 */
export function fieldProblem(
  rule: FieldRule,
  value: string,
  rules: AccountRules,
  { isRequired, username = '' }: { readonly isRequired: boolean; readonly username?: string },
): FieldProblem | undefined {
  if (value === '') return isRequired ? 'required' : undefined;
  if (rule === 'password') return passwordProblem(value, username, rules);
  if (value.length > FIELD_MAX_LENGTH) return 'invalid';
  return isAllowed(rule, value, rules) ? undefined : 'invalid';
}
