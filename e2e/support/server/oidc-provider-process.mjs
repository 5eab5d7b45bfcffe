/**
 * An OpenID Connect provider of its own for the journeys (the package `oidc-provider`), with its own pages for a name and
 * a password, of which it accepts any. It says its issuer, then waits for the address of the server.
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

let handle = (_request, response) => response.writeHead(503).end();
const server = createServer((request, response) => handle(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const issuer = `http://127.0.0.1:${port}`;
  process.send({ issuer });
  process.once('message', ({ serverUrl }) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'samtal',
          client_secret: 'client-secret-of-the-tests',
          redirect_uris: [`${serverUrl}/oidc/callback`],
          post_logout_redirect_uris: [`${serverUrl}/login`],
          backchannel_logout_uri: `${serverUrl}/oidc/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      // The server of a journey has an address of this machine, which the package does not ask by default.
      fetch: (url, { dispatcher: _dispatcher, ...options }) => fetch(url, options),
      cookies: { keys: ['key of the tests'] },
      pkce: { required: () => true },
      features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
      claims: {
        email: ['email', 'email_verified'],
        profile: ['preferred_username', 'given_name', 'family_name'],
      },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          preferred_username: id,
          given_name: id,
          family_name: 'of the provider',
          email: `${id}@staff.example`,
          email_verified: true,
        }),
      }),
      // Users are not asked whether the server may know their name.
      async loadExistingGrant(context) {
        const { client, session } = context.oidc;
        const grant = new context.oidc.provider.Grant({
          clientId: client.clientId,
          accountId: session.accountId,
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    handle = provider.callback();
    process.send({ isReady: true });
  });
});
