import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../tools/chromium.mjs';
import { writeChecksum } from '../../tools/release/archive.mjs';
import { hasPackagedNode, makeRelease } from '../../tools/release/make-release.mjs';
import { root } from '../../tools/runtime.mjs';
import { chooseInAccount } from '../support/page/account-menu.ts';
import { Person } from '../support/page/person.ts';
import { canMakeMachine, type DebianMachine, makeMachine } from '../support/server/debian-machine.ts';

/** Packages of a whole system are installed, more than once. */
const LIMIT_MS = 30 * 60_000;

test.describe.configure({ timeout: LIMIT_MS });

/** A name of no public domain (RFC 6762), for which Caddy makes a certificate by itself. */
const DOMAIN = 'calls.local';
const NEXT_VERSION = '8.2.4-1';

/** The commands of each section of the page, in their order. */
function commandsOfPage(): Map<string, string[]> {
  const page = readFileSync(join(root, 'docs/installing.md'), 'utf8').replaceAll('calls.example.org', DOMAIN);
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.split('\n', 1)[0] ?? '',
      [...section.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
        block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ),
    ]),
  );
}

const usesApt = (block: string): boolean => block.startsWith('apt-get ');

/** Puts an archive, and one that differs in its version only, where root finds both. */
async function bringArchives(machine: DebianMachine): Promise<void> {
  const made = test.info().outputPath('archives');
  const { archive, name } = await makeRelease({ into: made, withNode: true });
  const next = name.replace(/\d+\.\d+\.\d+-\d+/, NEXT_VERSION);
  const unpacked = test.info().outputPath('next');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  renameSync(join(unpacked, name), join(unpacked, next));
  const nextArchive = join(made, `${next}.tar.gz`);
  execFileSync('tar', ['-czf', nextArchive, '-C', unpacked, next]);
  await writeChecksum(nextArchive);
  cpSync(made, join(machine.folder, 'root'), { recursive: true });
}

let machine: DebianMachine;
test.beforeAll(() => {
  test.setTimeout(LIMIT_MS);
  // Other systems, and users without root, cannot start machines of their own; elsewhere the journey runs.
  test.skip(!canMakeMachine(), 'Only root can install an empty Debian (mmdebstrap, systemd-container).');
  test.skip(!hasPackagedNode(), 'No Node comes with the packages for this machine.');
  machine = makeMachine();
});
test.afterAll(async () => {
  await machine?.remove();
});

test('D95 the commands of docs/installing.md lead from an empty Debian to a call, through an upgrade and back', async () => {
  const sections = commandsOfPage();
  const blocksOf = (section: string) => {
    const blocks = sections.get(section) ?? [];
    expect(blocks, section).not.toEqual([]);
    return blocks;
  };
  const run = (section: string): string =>
    machine.run(
      blocksOf(section)
        .filter((block) => !usesApt(block))
        .join('\n'),
    );

  await bringArchives(machine);
  machine.prepare(['Install', 'TURN'].flatMap(blocksOf).filter(usesApt).join('\n'));
  await machine.boot();

  const passwords = [...run('Install').matchAll(/[Pp]assword[^:]*: (\S+)/g)].map(
    ([, password = '']) => password,
  );
  expect(passwords).toHaveLength(2);

  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${DOMAIN} ${machine.address}`],
  });
  const url = `https://${DOMAIN}`;
  const open = (name: string) => Person.at(browser, url, name, { ignoreHTTPSErrors: true });
  /** A call between the two accounts. */
  async function call(): Promise<void> {
    const [anna, carl] = await Promise.all([open('anna.berg'), open('carl.user')]);
    await Promise.all([anna.logIn(passwords[0]), carl.logIn(passwords[1])]);
    await carl.page.getByLabel('Number or name').fill('x');
    await expect(carl.callButton).toBeEnabled();
    await anna.dial('carl.user');
    await carl.answer();
    await anna.hasStatus('ACCEPTED');
    await anna.ownText.pressSequentially('hej');
    await expect(carl.incomingText).toContainText('hej');
    await anna.hangUp();
    await carl.hasStatus('TERMINATED_REMOTE');
    await Promise.all([anna.leave(), carl.leave()]);
  }
  await call();
  // The operator of step 7 finds the console, which asks for the second step first.
  const operator = await open('anna.berg');
  await operator.logIn(passwords[0]);
  await chooseInAccount(operator.page, 'User information');
  const page = operator.page.getByRole('main');
  await page.getByRole('button', { name: 'Administration' }).click();
  await expect(page).toContainText('Your role needs log-in in two steps');
  await operator.leave();

  const main = Number(machine.run('systemctl show --property MainPID --value samtal'));
  expect(machine.run(`readlink /proc/${main}/exe`).trim()).toMatch(/\/node\/bin\/node$/);
  expect(
    machine
      .run(
        'ps -o user= -p $(systemctl show --property MainPID --value samtal) 2>/dev/null || stat -c %U /proc/$(systemctl show --property MainPID --value samtal)',
      )
      .trim(),
  ).toBe('samtal');
  expect(machine.run('find /opt /etc/samtal -newer /etc/systemd/system/samtal.service -type f')).toBe('');
  expect(
    machine.run('systemd-analyze verify samtal.service samtal-backup.service samtal-backup.timer 2>&1'),
  ).toBe('');

  run('TURN');
  expect(machine.run('systemctl is-active coturn samtal')).toBe('active\nactive\n');
  expect(run('Upgrade')).toContain('8.2.');
  expect(machine.run('readlink /opt/samtal')).toContain(NEXT_VERSION);
  await call();
  run('Roll back');
  await call();
  machine.run('rm -rf /var/lib/samtal-backups');
  expect(run('Back up and restore')).toMatch(/^\d{4}-\d\d-\d\d$/m);
  await call();
  // SIGTERM ends the one process, without an error.
  machine.run('systemctl stop samtal');
  expect(
    machine.run('systemctl show --property Result,ExecMainStatus samtal').trim().split('\n').toSorted(),
  ).toEqual(['ExecMainStatus=0', 'Result=success']);
  await browser.close();
});
