import { FIELDS, type KeyValue } from '@samtal/api-contract';
import type { Accounts } from '../client/hooks/accounts.ts';
import type { AccountsApi } from '../client/ports/accounts-api.ts';
import type { SecondFactorApi } from '../client/ports/second-factor-api.ts';
import type { ApiResult } from '../client/ports/user-api.ts';

const answer = async <T>(value: T): Promise<ApiResult<T>> => ({ ok: true, value });

/** Settings of an organisation, in the server's format. */
export const organisationSettings = (settings: Readonly<Record<string, string>>): readonly KeyValue[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value }));

export const captchaChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
  },
};

/** A server for the second step of an account that has none, and grants everything. */
export const fakeSecondFactor: SecondFactorApi = {
  state: () => answer({ isOffered: true, isOn: false, hasPasskeys: true, recoveryCodes: 0, passkeys: [] }),
  beginApp: () =>
    answer({ secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', address: 'otpauth://totp/Samtal:alice?secret=A' }),
  confirmApp: () => answer([]),
  renewCodes: () => answer([]),
  addPasskey: () => answer([]),
  remove: () => answer(undefined),
  askPasskey: async () => ({ ok: false, status: 400 }),
};

export type FakeAccounts = {
  readonly accounts: Accounts;
  /** The API calls with their arguments. */
  readonly calls: readonly { readonly name: keyof AccountsApi; readonly given: readonly unknown[] }[];
};

export type FakeAccountsOptions = {
  readonly more?: Partial<Omit<Accounts, 'api'>> | undefined;
  /**
   * Called after each success, and after each request that counts as not answered, like the observer of the
   * real requests.
   */
  readonly observer?: { readonly onNoAnswer: () => void; readonly onSuccess: () => void };
};

const NOT_FORMS: readonly (keyof AccountsApi)[] = [
  'verify',
  'setProperty',
  'exportData',
  'deleteAccount',
  'providerState',
  'startAtProvider',
  'disconnectProvider',
];

/**
 * Whether a 5xx answer to this request counts as no answer (ERR-09). For the real requests
 * `platform/api/api-outcomes.test.ts` tests this.
 */
const isForm = (name: keyof AccountsApi, given: readonly unknown[]): boolean =>
  !NOT_FORMS.includes(name) && !(name === 'checkIsFree' && given[1] !== undefined);

/**
 * A fake server for the screens about accounts that answers from `answers`; captchas solve themselves
 * immediately.
 */
export function createFakeAccounts(
  answers: Partial<AccountsApi> = {},
  { more = {}, observer }: FakeAccountsOptions = {},
): FakeAccounts {
  const calls: { name: keyof AccountsApi; given: readonly unknown[] }[] = [];
  const good: AccountsApi = {
    getOrganisationSettings: () => answer([]),
    checkIsFree: () => answer(undefined),
    register: () => answer({ userId: '7', status: 'ACTIVE' }),
    verify: () =>
      answer({
        properties: [{ key: FIELDS.sipaddress.property, value: 'anna@demo.example' }],
        needsApproval: false,
      }),
    requestPasswordReset: () => answer(undefined),
    setNewPassword: () => answer(undefined),
    setProperty: () => answer({}),
    exportData: () => answer('data:application/json,{}'),
    deleteAccount: () => answer(1_800_000_000_000),
    providerState: () =>
      answer({
        label: 'Staff',
        hasPassword: true,
        isConnected: false,
        isProved: false,
        needsSecondStep: false,
      }),
    startAtProvider: () => answer('data:text/plain,start'),
    disconnectProvider: () => answer(undefined),
    newCaptcha: () => answer(captchaChallenge),
  };
  const used = { ...good, ...answers };
  function noted<Given extends unknown[], Value>(
    name: keyof AccountsApi,
    ask: (...given: Given) => Promise<ApiResult<Value>>,
  ) {
    return async (...given: Given): Promise<ApiResult<Value>> => {
      calls.push({ name, given });
      const result = await ask(...given);
      if (result.ok) observer?.onSuccess();
      else if (result.status === 0 || (result.status >= 500 && isForm(name, given))) observer?.onNoAnswer();
      return result;
    };
  }
  return {
    calls,
    accounts: {
      api: {
        getOrganisationSettings: noted('getOrganisationSettings', used.getOrganisationSettings),
        checkIsFree: (request, token) => noted('checkIsFree', used.checkIsFree)(request, token),
        register: noted('register', used.register),
        verify: noted('verify', used.verify),
        requestPasswordReset: noted('requestPasswordReset', used.requestPasswordReset),
        setNewPassword: noted('setNewPassword', used.setNewPassword),
        setProperty: noted('setProperty', used.setProperty),
        exportData: noted('exportData', used.exportData),
        deleteAccount: noted('deleteAccount', used.deleteAccount),
        providerState: noted('providerState', used.providerState),
        startAtProvider: noted('startAtProvider', used.startAtProvider),
        disconnectProvider: noted('disconnectProvider', used.disconnectProvider),
        newCaptcha: noted('newCaptcha', used.newCaptcha),
      },
      loadSecondFactor: async () => fakeSecondFactor,
      captchaSolver: { solve: async () => 'solved' },
      recaptcha: { show: () => () => {} },
      ...more,
    },
  };
}
