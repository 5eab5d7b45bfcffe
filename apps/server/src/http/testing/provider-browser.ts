import { API_BASE, PROVIDER_PATHS, PROVIDER_START_PATH } from '@samtal/api-contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { TestProvider } from '../../oidc/testing/test-provider.ts';

/** A browser with cookies that logs in at a provider; its requests arrive with https. */
export function createProviderBrowser(app: FastifyInstance, provider: TestProvider) {
  const cookies = new Map<string, string>();
  async function ask(options: InjectOptions) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      ...options,
      headers: { ...options.headers, ...(cookie !== '' && { cookie }) },
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  const browser = {
    cookies,
    ask,
    /** Begins at the server. @returns the answer, a redirect to the provider */
    begin: (query: Record<string, string> = {}) => ask({ url: PROVIDER_START_PATH, query }),
    /** Comes back from the provider. @returns the answer, a redirect to a page */
    comeBack: (returned: URL) => ask({ url: `${PROVIDER_PATHS.callback}${returned.search}` }),
    /** Goes to the provider, signs in there and comes back. @returns the address of the page */
    async passBy(query: Record<string, string> = {}): Promise<string> {
      const started = await browser.begin(query);
      const address = String(started.headers['location']);
      if (!address.startsWith(provider.issuer)) return address;
      return String((await browser.comeBack(provider.authorize(address))).headers['location']);
    },
    /** What the page sends when it finds `#signin=done`. */
    enter: (more: object = {}) =>
      ask({
        method: 'POST',
        url: `${API_BASE}user/login`,
        payload: { withProvider: true, force: true, willUseSipRegistration: true, ...more },
      }),
    /** All of it. @returns the token of the session */
    async logIn(): Promise<string> {
      await browser.passBy();
      return (await browser.enter()).json<{ securityToken: string }>().securityToken;
    },
  };
  return browser;
}

export type ProviderBrowser = ReturnType<typeof createProviderBrowser>;
