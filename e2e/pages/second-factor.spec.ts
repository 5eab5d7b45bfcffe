import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { chooseInAccount, logOut } from '../support/page/account-menu.ts';
import type { Person } from '../support/page/person.ts';
import { freePort } from '../support/server/ports.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

const main = ({ page }: Person) => page.getByRole('main');
const button = (someone: Person, name: string) => main(someone).getByRole('button', { name, exact: true });
const field = (someone: Person, label: string) => main(someone).getByLabel(label, { exact: true });

/** The time step of RFC 6238 now. */
const stepNow = (): number => Math.floor(Date.now() / 30_000);

/** The code of an authenticator app (RFC 6238), computed from the key that the page shows. */
function codeOf(key: string, step: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key.replaceAll(' ', ''))
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** An authenticator in the browser whose user is present. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('D100 a user adds an app and a passkey, and logs in with password and code, recovery code or passkey', async ({
  person,
}) => {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const server = await startSamtalServer({ PORT: String(port), PUBLIC_URL: publicUrl });
  const alice = await person('alice', {}, publicUrl);
  const { page } = alice;
  await addAuthenticator(page);
  await alice.isReachable();

  await chooseInAccount(page, 'User information');
  await button(alice, 'Log-in in two steps').click();
  await button(alice, 'Add an app').click();
  await field(alice, 'Password').fill('demo1234');
  await button(alice, 'Continue').click();
  const key = (await main(alice).locator('code').textContent()) ?? '';
  // The codes of this step and of the two next to it are good now, each once and only after an earlier one.
  let used = 0;
  const nextCode = (): string => {
    used = Math.max(used + 1, stepNow() - 1);
    return codeOf(key, used);
  };
  await field(alice, 'Code').fill(nextCode());
  await button(alice, 'Confirm').click();
  await expect(main(alice).locator('code')).toHaveCount(10);
  const recoveryCode = (await main(alice).locator('code').first().textContent()) ?? '';
  await button(alice, 'I have kept the codes').click();
  await expect(main(alice)).toContainText('Log-in in two steps is on.');

  await button(alice, 'Add a passkey').click();
  await field(alice, 'Name of the passkey').fill('Laptop');
  await field(alice, 'Password').fill('demo1234');
  await field(alice, 'Code').fill(nextCode());
  await button(alice, 'Continue').click();
  await expect(main(alice)).toContainText('Laptop');

  const isIn = () => expect(page.getByLabel('Number or name')).toBeVisible();
  await logOut(page);
  await alice.logIn();
  await field(alice, 'Code').fill(codeOf(key, used));
  await button(alice, 'Log in').click();
  await expect(main(alice)).toContainText('The code is wrong or was used before.');
  await field(alice, 'Code').fill(nextCode());
  await button(alice, 'Log in').click();
  await isIn();

  await logOut(page);
  await alice.logIn();
  await button(alice, 'Use a recovery code').click();
  await field(alice, 'Recovery code').fill(recoveryCode.toLowerCase());
  await button(alice, 'Log in').click();
  await isIn();

  await logOut(page);
  await alice.logIn();
  await button(alice, 'Use a passkey').click();
  await isIn();

  // With the passkey, log-in in two steps is turned off: the password alone is enough then.
  await chooseInAccount(page, 'User information');
  await button(alice, 'Log-in in two steps').click();
  await expect(main(alice)).toContainText('Codes left: 9');
  await button(alice, 'Turn off log-in in two steps').click();
  await field(alice, 'Password').fill('demo1234');
  await button(alice, 'Use a passkey').click();
  await expect(main(alice)).toContainText('Log-in in two steps is off.');
  await logOut(page);
  await alice.isReachable();
  await server.dispose();
});
