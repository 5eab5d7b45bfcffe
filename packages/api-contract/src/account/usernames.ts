const LEAST_LENGTH = 5;

/** Replacements for letters that Unicode normalisation does not split into a plain letter and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', đ: 'd', ł: 'l' };

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[øæœßđł]/g, (letter) => PLAIN_LETTERS[letter] ?? '')
    .replaceAll(/[^a-z0-9.-]/g, '');
}

const localPart = (address: string): string => address.replace(/^sips?:/i, '').split('@')[0] ?? '';

type Person = {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly sipaddress: string;
};

/**
 * The username for a user who gave none: first.last, or the local part of the e-mail or SIP address; at least
 * five characters (SIGNUP-23, SIGNUP-24). A value without any character allowed in usernames is skipped.
 * @returns '' if no value gives a username
 */
export function generateUsername({ firstname, lastname, email, sipaddress }: Person): string {
  const fullName = [firstname, lastname]
    .map(plain)
    .filter((part) => part !== '')
    .join('.');
  const name = [fullName, plain(localPart(email)), plain(localPart(sipaddress))].find((each) => each !== '');
  return name === undefined ? '' : name.padEnd(LEAST_LENGTH, '0');
}

/** The username to try when `attempt` earlier ones were taken: name, name1, name2 … (SIGNUP-25, A-023). */
export const usernameAttempt = (name: string, attempt: number): string =>
  attempt === 0 ? name : `${name}${attempt}`;
