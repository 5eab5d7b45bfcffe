type Account = { readonly username: string; readonly password: string };

/** The value of the Authorization header of an outgoing request. */
export const authorizationIn = (message: string): string | undefined =>
  /^Authorization: *(Digest .*?)\r$/im.exec(message)?.[1];

/**
 * The Authorization value for another REGISTER, which answers the same challenge as `last` did (RFC 3261
 * §22.1, RFC 7616 §3.4). A page that is closing needs it, because it could not answer a new challenge.
 * @returns undefined unless `last` used qop=auth
 */
export function nextCredentials(
  last: string,
  { username, password }: Account,
  md5: (text: string) => string,
): string | undefined {
  const valueOf = (name: string): string | undefined =>
    new RegExp(`\\b${name}="?([^",\\s]+)`).exec(last)?.[1];
  const [realm, nonce, uri, cnonce, opaque] = ['realm', 'nonce', 'uri', 'cnonce', 'opaque'].map(valueOf);
  if (valueOf('qop') !== 'auth' || nonce === undefined) return undefined;
  const nc = (Number.parseInt(valueOf('nc') ?? '', 16) + 1).toString(16).padStart(8, '0');
  const a1 = md5(`${username}:${realm}:${password}`);
  const a2 = md5(`REGISTER:${uri}`);
  const response = md5(`${a1}:${nonce}:${nc}:${cnonce}:auth:${a2}`);
  return [
    `Digest algorithm=MD5, username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}"`,
    `response="${response}", qop=auth, cnonce="${cnonce}", nc=${nc}`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ].join(', ');
}
