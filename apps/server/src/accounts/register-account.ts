import type { AccountRules, Brand, RegistrationRequest } from '@samtal/api-contract';
import { ERROR_CODES, FIELDS, organisationRulesOf } from '@samtal/api-contract';
import type { Account, AccountStatus } from '../domain/accounts/account.ts';
import { VERIFICATION_LIFETIME_MS } from '../domain/accounts/link-rules.ts';
import type { PasswordHasher } from '../domain/accounts/password-hash.ts';
import type { Applicant } from '../domain/accounts/registration-check.ts';
import { checkRegistration } from '../domain/accounts/registration-check.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { generatePassword } from './generate-password.ts';
import { isNameInUse, isNameReserved } from './name-reservation.ts';

export type RegistrationTools = {
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  readonly now: () => number;
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  readonly sipDomain: string;
  readonly rules: AccountRules;
  readonly brand: Pick<Brand, 'anonymous'>;
};

export type Application = {
  readonly payload: RegistrationRequest;
  readonly organisationId: number;
  readonly isPasswordGenerated: boolean;
  readonly language: string;
  /**
   * Whether an operator or administrator adds the account: it then needs no verification and no approval.
   */
  readonly isVouchedFor?: boolean;
  /** Whether the account may have the name of a service or directory entry. */
  readonly mayHaveListedName?: boolean;
  /** Status of the new account, where an operator chooses it; absent = as the organisation's rules say. */
  readonly status?: AccountStatus | undefined;
};

export type RegistrationResult =
  | {
      readonly ok: true;
      readonly account: Account;
      /** Set when the server generated the password. */
      readonly password: string | undefined;
      /** Set when the e-mail address must be verified. */
      readonly verificationKey: string | undefined;
    }
  | { readonly ok: false; readonly errorCode: number; readonly key: string };

/**
 * Finds which of an applicant's names another account has, in the order of the error catalogue. Names of
 * abandoned accounts are free.
 */
async function findNamesakes(
  { accounts }: Repositories,
  { username, email, address }: Applicant,
  time: number,
) {
  const found = [
    {
      account: await accounts.findByUsername(username),
      taken: { errorCode: ERROR_CODES.usernameExists, key: 'username' },
    },
    {
      account: email === '' ? undefined : await accounts.findByEmail(email),
      taken: { errorCode: ERROR_CODES.emailExists, key: 'email1' },
    },
    {
      account: await accounts.findByAddress(address),
      taken: { errorCode: ERROR_CODES.sipAddressExists, key: 'sipaddress' },
    },
  ];
  const abandoned: string[] = [];
  for (const { account, taken } of found) {
    if (account === undefined) continue;
    if (!(await accounts.isAbandoned(account.id, time))) return { taken, abandoned: [] };
    abandoned.push(account.id);
  }
  return { taken: undefined, abandoned };
}

/**
 * Creates an account from the fields of a registration, or returns the reason for a refusal (SIGNUP-22,
 * SIGNUP-33, A-021, A-023).
 */
export async function registerAccount(
  tools: RegistrationTools,
  application: Application,
): Promise<RegistrationResult> {
  const { repositories, hasher, now, createSecret, hashToken, sipDomain, rules } = tools;
  const { payload, organisationId, isPasswordGenerated, language, isVouchedFor = false } = application;
  const { mayHaveListedName = false } = application;
  const decided = organisationRulesOf(await repositories.organisations.list(organisationId));
  const organisation = isVouchedFor
    ? { ...decided, requiredFields: [], isVerificationNeeded: false, isApprovalNeeded: false }
    : decided;
  const check = checkRegistration(payload, {
    rules,
    organisation,
    domain: sipDomain,
    isPasswordGenerated,
    isVouchedFor,
  });
  if (!check.ok) return { ok: false, errorCode: ERROR_CODES.invalidValue, key: check.key };
  const { applicant } = check;
  const { username, address } = applicant;
  const [user = ''] = address.split('@');
  const isRefused = (name: string): boolean | Promise<boolean> =>
    mayHaveListedName ? isNameInUse(name, tools) : isNameReserved(name, tools);
  const errorCode = ERROR_CODES.invalidValue;
  if (await isRefused(username)) return { ok: false, errorCode, key: FIELDS.username.payload };
  if (user !== username && (await isRefused(user)))
    return { ok: false, errorCode, key: FIELDS.sipaddress.payload };
  const { taken, abandoned } = await findNamesakes(repositories, applicant, now());
  if (taken !== undefined) return { ok: false, ...taken };

  const password = applicant.password === '' ? generatePassword(createSecret) : applicant.password;
  const waiting: AccountStatus = organisation.isApprovalNeeded ? 'awaitingApproval' : 'active';
  const passwordHash = await hasher.hash(password);
  for (const id of abandoned) await repositories.accounts.removeAbandoned(now(), id);
  const account = await repositories.accounts.add({
    kind: 'person',
    username: applicant.username,
    passwordHash,
    organisationId,
    status: application.status ?? (organisation.isVerificationNeeded ? 'unverified' : waiting),
    language,
    addresses: [applicant.address],
    properties: applicant.properties,
  });
  if (account === undefined) {
    // Another registration was faster; a second search finds which name it took.
    const late = await findNamesakes(repositories, applicant, now());
    return { ok: false, ...(late.taken ?? { errorCode: ERROR_CODES.usernameExists, key: 'username' }) };
  }
  const verificationKey = organisation.isVerificationNeeded ? createSecret() : undefined;
  if (verificationKey !== undefined) {
    await repositories.oneTimeKeys.add({
      keyHash: hashToken(verificationKey),
      accountId: account.id,
      purpose: 'verification',
      expiresAt: now() + VERIFICATION_LIFETIME_MS,
    });
  }
  return { ok: true, account, password: isPasswordGenerated ? password : undefined, verificationKey };
}
