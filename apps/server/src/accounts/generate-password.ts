/** Twelve of 57 signs are 70 bits. */
const LENGTH = 12;

/**
 * A password that can be read aloud, typed and put into a table: letters and digits without those that look alike.
 * @param createSecret random text, of which the unwanted signs are left out
 */
export function generatePassword(createSecret: () => string): string {
  let password = '';
  while (password.length < LENGTH) password += createSecret().replaceAll(/[^A-Za-z0-9]|[0O1lI]/g, '');
  return password.slice(0, LENGTH);
}
