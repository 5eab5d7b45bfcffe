/** Why a kiosk link cannot be used (KIOSK-07, KIOSK-08). */
export type KioskTokenFailure = 'missingParameter' | 'invalidToken';

/** How a visitor is signed in: with the token itself, with what stands in it, or as the brand's anonymous user. */
export type KioskLogin =
  | { readonly by: 'token'; readonly token: string }
  | { readonly by: 'password'; readonly username: string; readonly password: string }
  | { readonly by: 'anonymous' };

/** What a kiosk link asks for. */
export type KioskVisit = {
  /** Number, name or SIP address to call. */
  readonly target: string;
  readonly login: KioskLogin;
  /** Tones to send after the answer (KIOSK-12, A-051). */
  readonly ivr?: string;
  /** The operator's reference of this visitor, for Call-Info. */
  readonly ref?: string;
};

export type KioskTokenReading =
  | { readonly ok: true; readonly visit: KioskVisit }
  | { readonly ok: false; readonly why: KioskTokenFailure };

/** Text of base64 or base64url in UTF-8, padded or not; undefined when it is none. */
export type DecodeBase64 = (encoded: string) => string | undefined;

const invalid: KioskTokenReading = { ok: false, why: 'invalidToken' };

type Fields = { readonly [name in 'target' | 'username' | 'password' | 'ivr' | 'ref']?: string | undefined };

function visitFrom({ target, ivr, ref }: Fields, login: KioskLogin): KioskTokenReading {
  const callee = target?.trim() ?? '';
  if (callee === '') return { ok: false, why: 'missingParameter' };
  return {
    ok: true,
    visit: {
      target: callee,
      login,
      ...(ivr === undefined || ivr === '' ? {} : { ivr }),
      ...(ref === undefined || ref === '' ? {} : { ref }),
    },
  };
}

const textIn = (claims: object, name: string): string | undefined => {
  const value: unknown = (claims as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * A signed token: the claims tell what to call, the token as it is signs the visitor in (KIOSK-05, KIOSK-13). Nothing
 * is believed here that matters: the server checks signature and expiry before anybody is let in.
 */
function readSigned(token: string, payload: string, decode: DecodeBase64): KioskTokenReading {
  let claims: unknown;
  try {
    claims = JSON.parse(decode(payload) ?? '');
  } catch {
    return invalid;
  }
  if (typeof claims !== 'object' || claims === null) return invalid;
  const [target, ivr, ref] = [textIn(claims, 'to'), textIn(claims, 'ivr'), textIn(claims, 'ref')];
  return visitFrom({ target, ivr, ref }, { by: 'token', token });
}

/** `name=value` pairs as in a query string; the first of a name counts. Undefined when a value is wrongly escaped. */
function readQuery(query: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  try {
    for (const pair of query.split('&')) {
      const [name = '', ...rest] = pair.split('=');
      const value = decodeURIComponent(rest.join('=').replaceAll('+', ' '));
      if (!fields.has(name)) fields.set(name, value);
    }
  } catch {
    return undefined;
  }
  return fields;
}

const isPrintable = (text: string): boolean => !/\p{Cc}|\uFFFD/u.test(text);

/** The unsigned form: `t=…&u=…&p=…&i=…&r=…` in base64 (KIOSK-06). */
function readPlain(token: string, decode: DecodeBase64): KioskTokenReading {
  const query = decode(token);
  const fields = query !== undefined && isPrintable(query) ? readQuery(query) : undefined;
  if (fields === undefined || !['t', 'u', 'p', 'i', 'r'].some((name) => fields.has(name))) return invalid;
  const [username, password] = [fields.get('u') ?? '', fields.get('p') ?? ''];
  const login: KioskLogin = username === '' ? { by: 'anonymous' } : { by: 'password', username, password };
  return visitFrom({ target: fields.get('t'), ivr: fields.get('i'), ref: fields.get('r') }, login);
}

/**
 * Reads the token of a kiosk link. One with two dots is signed (JWT), any other is plain.
 * @param token value of the query parameter `token`; null when there is none
 */
export function readKioskToken(token: string | null, decode: DecodeBase64): KioskTokenReading {
  if (token === null || token.trim() === '') return { ok: false, why: 'missingParameter' };
  const parts = token.trim().split('.');
  const [, payload] = parts;
  return parts.length === 3 && payload !== undefined
    ? readSigned(token.trim(), payload, decode)
    : readPlain(token.trim(), decode);
}
