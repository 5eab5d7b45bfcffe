/** Characters in a password: twelve out of 57 different ones are 70 bits. */
const LENGTH = 12;

/**
 * A password that is easy to read aloud and to type: letters and digits without look-alikes.
 * @param createSecret random text, from which the unwanted characters are removed
 */
export function generatePassword(createSecret: () => string): string {
  let password = '';
  while (password.length < LENGTH) password += createSecret().replaceAll(/[^A-Za-z0-9]|[0O1lI]/g, '');
  return password.slice(0, LENGTH);
}
