import { test as base } from '../journey.ts';
import { freePort } from '../server/ports.ts';
import { type SamtalServer, startSamtalServer } from '../server/samtal-server.ts';
import { openRawPhone } from './raw-phone.ts';
import { sipSecret } from './sip-secret.ts';
import { openTextPhone, type TextPhone } from './text-phone.ts';

type Phone = Omit<Parameters<typeof openTextPhone>[0], 'sip'>;

type Fixtures = {
  /** A server with the text gateway. */
  gatewayServer: SamtalServer;
  /** Registers a phone with text over RTP, as another device of a demo user. */
  textPhone(name: string, phone?: Phone): Promise<TextPhone>;
};

/** The variables of a text gateway with ports that are probably free. */
export async function gatewayVariables(): Promise<Record<string, string>> {
  const port = Math.min(await freePort(), 65_000);
  return { TEXT_GATEWAY: 'on', TEXT_GATEWAY_PORTS: `${port}-${port + 60}` };
}

/** A journey with phones that have text over RTP, registered with the embedded SIP server. */
export const test = base.extend<Omit<Fixtures, 'gatewayServer'>, Pick<Fixtures, 'gatewayServer'>>({
  gatewayServer: [
    // Playwright reads from this pattern that the fixture depends on no other.
    async ({}, use) => {
      const server = await startSamtalServer(await gatewayVariables());
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  textPhone: async ({ gatewayServer }, use) => {
    const phones: TextPhone[] = [];
    await use(async (name, phone = {}) => {
      const secret = await sipSecret(gatewayServer.url, name);
      const uri = `${gatewayServer.url.replace('http', 'ws')}/sip`;
      const sip = await openRawPhone(uri, { name, secret, device: `${name}-text-phone` });
      await sip.register(`${name}@demo.example`, { isTextPhone: true });
      const opened = await openTextPhone({ sip, ...phone });
      phones.push(opened);
      return opened;
    });
    for (const phone of phones) phone.close();
  },
});
