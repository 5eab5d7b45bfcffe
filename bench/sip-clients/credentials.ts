import { createHash, randomBytes } from 'node:crypto';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const parameter = (value: string, name: string): string =>
  new RegExp(`${name}="?([^",]+)"?`, 'i').exec(value)?.[1]?.trim() ?? '';

/** The value of an Authorization field that answers a challenge with MD5 (RFC 2617). */
export function credentialsFor(
  challenge: string,
  { username, secret }: { readonly username: string; readonly secret: string },
  { method, uri }: { readonly method: string; readonly uri: string },
): string {
  const [realm, nonce] = [parameter(challenge, 'realm'), parameter(challenge, 'nonce')];
  const user = `username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=MD5`;
  const hash = [md5(`${username}:${realm}:${secret}`), nonce];
  const request = md5(`${method}:${uri}`);
  if (!challenge.includes('qop')) return `Digest ${user}, response="${md5([...hash, request].join(':'))}"`;
  const cnonce = randomBytes(4).toString('hex');
  const response = md5([...hash, '00000001', cnonce, 'auth', request].join(':'));
  return `Digest ${user}, response="${response}", qop=auth, cnonce="${cnonce}", nc=00000001`;
}
