import { randomBytes } from 'node:crypto';
import { APP_CODE, type NewApp, type PasskeyProof, type SecondFactor } from '@samtal/api-contract';
import type { SealedSecrets } from '../../crypto/sealed-secrets.ts';
import { stepOfCode, toBase32 } from '../../crypto/totp.ts';
import type { Account } from '../../domain/accounts/account.ts';
import type { Attempts } from '../../domain/coordination/attempts.ts';
import type { ShortLived } from '../../domain/coordination/short-lived.ts';
import { SECOND_FACTOR_LIMITS } from '../../domain/limits/limits.ts';
import { subnetOf } from '../../network/subnet-of.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import { createBegunFactors } from './begun-factors.ts';
import { type BegunLogins, createBegunLogins } from './begun-logins.ts';
import { createPasskeys, type FactorAsker, type Passkeys } from './passkeys.ts';
import { createRecoveryCodes, typedRecoveryCode } from './recovery-codes.ts';

/** The second step as a request brings it. */
export type SecondStep = {
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
};

export type StepCheck =
  | { readonly isPassed: true; readonly by: SecondFactor }
  | {
      readonly isPassed: false;
      readonly why: 'missing' | 'wrong';
      /** This was the last attempt before the account must wait. */
      readonly isLast?: boolean;
    }
  | { readonly isPassed: false; readonly why: 'tooMany'; readonly waitMs: number };

/** The second step of the log-in: an authenticator app (RFC 6238), recovery codes, passkeys (decision D100). */
export type SecondFactors = {
  readonly logins: BegunLogins;
  readonly passkeys: Passkeys;
  /** Whether the log-in with the password of this account needs the second step. */
  isOn(accountId: string): Promise<boolean>;
  /** By what the user can pass it; empty = it is off. */
  factorsOf(accountId: string): Promise<readonly SecondFactor[]>;
  /**
   * Checks the second step. Wrong codes are limited for each account and each network address.
   * @param key of the log-in or session whose challenge a passkey has signed
   */
  check(
    account: Account,
    step: SecondStep,
    visit: { readonly key: string; readonly address: string },
  ): Promise<StepCheck>;
  /** Makes the secret for an app, which counts when a code of it confirms it. */
  beginApp(account: Account, asker: FactorAsker): Promise<NewApp>;
  /**
   * @returns the new recovery codes, if this is the first factor; undefined = the code is wrong or too late, or another
   * factor was added since the app was begun without the second step
   */
  confirmApp(account: Account, key: string, code: string): Promise<readonly string[] | undefined>;
  /** @returns the new recovery codes, if this is the first factor; undefined = it is not a passkey for this account */
  addPasskey(
    account: Account,
    key: string,
    passkey: { readonly name: string; readonly made: Parameters<Passkeys['made']>[1]; readonly most: number },
  ): Promise<readonly string[] | undefined>;
  renewCodes(account: Account): Promise<readonly string[]>;
};

type Tools = {
  readonly repositories: Pick<Repositories, 'secondFactors'>;
  readonly attempts: Attempts;
  readonly shortLived: ShortLived;
  readonly secrets: SealedSecrets;
  readonly brandName: string;
  readonly publicUrl: () => string;
  readonly createSecret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** RFC 4226 §4 R6 recommends 160 bits. */
const SECRET_BYTES = 20;
const APP_CODE_TEXT = new RegExp(`^\\d{${APP_CODE.digits}}$`);

/** The address that authenticator apps read from a QR code. */
function appAddress(issuer: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${APP_CODE.digits}&period=${APP_CODE.periodSeconds}`;
}

export function createSecondFactors(tools: Tools): SecondFactors {
  const { repositories, attempts, shortLived, secrets, brandName, now } = tools;
  const { secondFactors } = repositories;
  const { codes, codesLong, addresses } = SECOND_FACTOR_LIMITS;
  const begunFactors = createBegunFactors(shortLived);
  const passkeys = createPasskeys({ ...tools, begun: begunFactors });

  const hashOf = (account: Pick<Account, 'id'>, code: string): string =>
    secrets.hash(typedRecoveryCode(code), account.id);
  const newCodes = (account: Account) => {
    const made = createRecoveryCodes();
    return { made, hashes: made.map((code) => hashOf(account, code)) };
  };

  async function isAppCode(account: Account, code: string): Promise<boolean> {
    const app = await secondFactors.findApp(account.id);
    const secret = app && secrets.open(app.sealedSecret, account.id);
    const step = secret && stepOfCode(secret, code, now());
    return step !== undefined && secondFactors.useStep(account.id, step);
  }

  return {
    logins: createBegunLogins(tools),
    passkeys,
    isOn: (accountId) => secondFactors.isOn(accountId),
    async factorsOf(accountId) {
      const [app, keysOfAccount, count] = await Promise.all([
        secondFactors.findApp(accountId),
        secondFactors.listPasskeys(accountId),
        secondFactors.countCodes(accountId),
      ]);
      return [
        ...(app === undefined ? [] : (['app'] as const)),
        ...(count === 0 ? [] : (['recovery'] as const)),
        ...(keysOfAccount.length === 0 ? [] : (['passkey'] as const)),
      ];
    },
    async check(account, { code, passkey }, { key, address }) {
      const typed = code?.replaceAll(/[\s-]/g, '') ?? '';
      if (typed === '' && passkey === undefined) return { isPassed: false, why: 'missing' };
      const isOfApp = passkey === undefined && APP_CODE_TEXT.test(typed);
      // Passkeys and recovery codes cannot be guessed, so who has used up the attempts locks no other user out.
      const attempt = isOfApp
        ? await attempts.attempt([
            { name: 'secondStepAddress', limit: addresses, key: subnetOf(address) },
            { name: 'secondStepAccount', limit: codes, key: account.id },
            { name: 'secondStepAccountLong', limit: codesLong, key: account.id },
          ])
        : undefined;
      if (attempt?.isAllowed === false) return { isPassed: false, why: 'tooMany', waitMs: attempt.waitMs };
      const isRight =
        passkey === undefined
          ? await (isOfApp
              ? isAppCode(account, typed)
              : secondFactors.useCode(account.id, hashOf(account, typed)))
          : await passkeys.verify(account, key, passkey);
      if (!isRight) return { isPassed: false, why: 'wrong', isLast: attempt?.isLast === true };
      await attempt?.takeBack();
      return { isPassed: true, by: passkey === undefined ? (isOfApp ? 'app' : 'recovery') : 'passkey' };
    },
    async beginApp(account, { key, hasStep }) {
      const secret = randomBytes(SECRET_BYTES);
      await begunFactors.put('begunApp', key, { secret: secrets.seal(secret, account.id), hasStep });
      const text = toBase32(secret);
      return { secret: text, address: appAddress(brandName, account.username, text) };
    },
    async confirmApp(account, key, code) {
      const begun = await begunFactors.find('begunApp', key);
      if (begun === undefined) return undefined;
      const { secret: sealedSecret, hasStep } = begun;
      const secret = secrets.open(sealedSecret, account.id);
      const step = secret && stepOfCode(secret, code.replaceAll(/\s/g, ''), now());
      if (step === undefined) return undefined;
      // Of two requests with the same code one adds the app, and gets the recovery codes.
      const taken = await begunFactors.take('begunApp', key);
      if (taken?.secret !== sealedSecret) return undefined;
      const { made, hashes } = newCodes(account);
      const app = { sealedSecret, step, addedAt: now() };
      const added = await secondFactors.setApp(account.id, app, { hashes, hasStep });
      return added && (added.isFirst ? made : []);
    },
    async addPasskey(account, key, { name, made: answer, most }) {
      const read = await passkeys.made(key, answer);
      if (read === undefined) return undefined;
      const { passkey, hasStep } = read;
      const { made, hashes } = newCodes(account);
      const addition = { most, hashes, hasStep };
      const added = await secondFactors.addPasskey(account.id, { ...passkey, name }, addition);
      return added && (added.isFirst ? made : []);
    },
    async renewCodes(account) {
      const { made, hashes } = newCodes(account);
      await secondFactors.replaceCodes(account.id, hashes);
      return made;
    },
  };
}
