import { test as base } from '@playwright/test';
import type { Person } from '../page/person.ts';
import { openRawPhone } from '../peers/raw-phone.ts';
import { sipSecret } from '../peers/sip-secret.ts';
import { gatewayVariables } from '../peers/text-gateway-journey.ts';
import { openTextPhone, type TextPhone } from '../peers/text-phone.ts';
import { lendReachable } from './kamailio-journey.ts';
import { skipWithoutKamailio, startSamtalWithKamailio } from './samtal-with-kamailio.ts';

type Fixtures = {
  servers: { readonly url: string; readonly udpUri: string };
  reachable(name: string): Promise<Person>;
  /** Registers a phone with text over RTP, which speaks SIP over UDP, as a device of a demo user. */
  udpPhone(name: string): Promise<TextPhone>;
};

/** A journey with Kamailio as the SIP server, and phones that speak SIP over UDP. */
export const test = base.extend<Fixtures>({
  // Playwright reads from this pattern that the fixture depends on no other.
  servers: async ({}, use, { skip }) => {
    skipWithoutKamailio(skip);
    const servers = await startSamtalWithKamailio({ textGateway: await gatewayVariables() });
    await use(servers);
    await servers.end();
  },
  reachable: ({ browser, servers }, use) => lendReachable(browser, servers.url, use),
  udpPhone: async ({ servers }, use) => {
    const phones: TextPhone[] = [];
    await use(async (name) => {
      const secret = await sipSecret(servers.url, name);
      const sip = await openRawPhone(servers.udpUri, { name, secret, device: `${name}-text-phone` });
      await sip.register(`${name}@demo.example`);
      const phone = await openTextPhone({ sip });
      phones.push(phone);
      return phone;
    });
    for (const phone of phones) phone.close();
  },
});
