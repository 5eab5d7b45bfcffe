import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** What the provider says of a person. */
export type Person = JWTPayload & { readonly sub: string };

/** What a test changes in the answers of the provider. */
export type Changes = {
  /** Replaces the metadata. */
  metadata?: (metadata: Record<string, unknown>) => unknown;
  claims?: (claims: JWTPayload) => JWTPayload;
  /** Replaces the ID token. */
  idToken?: (claims: JWTPayload) => Promise<string> | string;
  /** Parameters that are added to the address of the callback. */
  returned?: Record<string, string>;
  userInfo?: (claims: JWTPayload) => unknown;
  /** Answers instead of the provider; false = it answers itself. */
  answer?: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
};

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const unsignedPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token without a signature (RFC 7519 §6). */
export const unsigned = (claims: object): string =>
  `${unsignedPart({ alg: 'none' })}.${unsignedPart(claims)}.`;

/**
 * An OpenID Connect provider on a port of this machine that does what a test says, also what no honest one would. It keeps
 * each code for one client, one redirect URI and one use, and checks PKCE.
 */
export async function startTestProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const strangers = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let changes: Changes = {};
  let person: Person = { sub: 'p-1' };
  const asked: string[] = [];
  const codes = new Map<string, URLSearchParams>();
  let codeCount = 0;

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (claims: JWTPayload, by = privateKey, typ = 'JWT'): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', typ }).sign(by);
  const now = (): number => Math.floor(Date.now() / 1000);

  async function readBody(request: IncomingMessage): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    return Buffer.concat(pieces).toString();
  }

  async function tokenAnswer(body: URLSearchParams): Promise<object | undefined> {
    const code = body.get('code') ?? '';
    const begun = codes.get(code);
    codes.delete(code);
    if (begun === undefined || begun.get('redirect_uri') !== body.get('redirect_uri')) return undefined;
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(body.get('code_verifier') ?? ''));
    if (Buffer.from(digest).toString('base64url') !== begun.get('code_challenge')) return undefined;
    const claims: JWTPayload = {
      iss: issuer,
      aud: begun.get('client_id') ?? '',
      iat: now(),
      exp: now() + 300,
      auth_time: now(),
      sid: 's-1',
      ...(begun.has('nonce') && { nonce: begun.get('nonce') }),
      ...person,
    };
    const changed = changes.claims?.(claims) ?? claims;
    const idToken = changes.idToken === undefined ? await sign(changed) : await changes.idToken(changed);
    return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', issuer);
    asked.push(pathname);
    const send = (value: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    if (changes.answer?.(pathname, request, response) === true) return;
    if (pathname === '/.well-known/openid-configuration') {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        end_session_endpoint: `${issuer}/end`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
      send(changes.metadata?.(metadata) ?? metadata);
    } else if (pathname === '/jwks') send({ keys: [key] });
    else if (pathname === '/token') {
      const answer = await tokenAnswer(new URLSearchParams(await readBody(request)));
      send(answer ?? { error: 'invalid_grant' }, answer === undefined ? 400 : 200);
    } else if (pathname === '/me') send(changes.userInfo?.(person) ?? person);
    else send({}, 404);
  }

  return {
    issuer,
    /** The paths that have been requested. */
    asked,
    key: privateKey,
    /** A key that the provider does not publish. */
    strangersKey: strangers.privateKey,
    sign,
    now,
    setPerson: (next: Person): void => {
      person = next;
    },
    change: (next: Changes): void => {
      changes = next;
    },
    /** Signs the person in, as a user would. @returns the address to which the browser is sent */
    authorize(address: string): URL {
      const begun = new URL(address).searchParams;
      codeCount += 1;
      const code = `code-${codeCount}`;
      codes.set(code, begun);
      const returned = new URL(begun.get('redirect_uri') ?? '');
      const parameters = { code, state: begun.get('state') ?? '', ...changes.returned };
      for (const [name, value] of Object.entries(parameters)) returned.searchParams.set(name, value);
      return returned;
    },
    logoutToken: (more: Readonly<Record<string, unknown>> = {}, by = privateKey): Promise<string> =>
      sign(
        {
          iss: issuer,
          aud: 'samtal',
          iat: now(),
          exp: now() + 120,
          jti: crypto.randomUUID(),
          sid: 's-1',
          sub: 'p-1',
          events: { [LOGOUT]: {} },
          ...more,
        },
        by,
        'logout+jwt',
      ),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>;
