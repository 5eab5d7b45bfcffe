import {
  CAPTCHA_TRIES,
  ERROR_CODES,
  type KeyValue,
  type NewApp,
  type ProviderState,
  type SecondFactorState,
} from '@samtal/api-contract';
import type { Accounts } from '../client/hooks/accounts.ts';
import type { ApiResult } from '../client/ports/user-api.ts';

/** The server's answers in a scene; a missing answer stays pending. */
export type StaticAccounts = {
  readonly organisation?: readonly KeyValue[];
  readonly provider?: ProviderState;
  readonly secondFactor?: SecondFactorState;
  readonly newApp?: NewApp;
  readonly recoveryCodes?: readonly string[];
  readonly verification?: 'verified' | 'emailChanged' | 'expired' | 'refused';
};

const never = () => new Promise<never>(() => {});
const answer = async <T>(value: T): Promise<ApiResult<T>> => ({ ok: true, value });

/** A server with fixed answers, and a captcha that is half solved. */
export function createStaticAccounts({
  organisation,
  verification,
  provider,
  secondFactor,
  newApp,
  recoveryCodes,
}: StaticAccounts): Accounts {
  const links = {
    verified: () =>
      answer({
        properties: [{ key: 'SIP_ADDRESS', value: 'anna.andersson@demo.example' }],
        needsApproval: true,
      }),
    emailChanged: () =>
      answer({ properties: [{ key: 'EMAIL', value: 'anna.new@mail.example' }], needsApproval: false }),
    expired: async () => ({ ok: false, status: 410, errorCode: ERROR_CODES.linkExpired }) as const,
    refused: async () => ({ ok: false, status: 404, errorCode: ERROR_CODES.linkInvalid }) as const,
  };
  const challenge = {
    parameters: { algorithm: '', nonce: '', salt: '', cost: 1, keyLength: 1, keyPrefix: '' },
  };
  return {
    api: {
      getOrganisationSettings: organisation === undefined ? never : () => answer(organisation),
      checkIsFree: () => answer(undefined),
      register: never,
      verify: verification === undefined ? never : links[verification],
      requestPasswordReset: never,
      setNewPassword: never,
      setProperty: never,
      exportData: never,
      deleteAccount: never,
      providerState: provider === undefined ? never : () => answer(provider),
      startAtProvider: never,
      disconnectProvider: never,
      newCaptcha: () => answer(challenge),
    },
    loadSecondFactor: async () => ({
      state: secondFactor === undefined ? never : () => answer(secondFactor),
      beginApp: newApp === undefined ? never : () => answer(newApp),
      confirmApp: recoveryCodes === undefined ? never : () => answer(recoveryCodes),
      renewCodes: recoveryCodes === undefined ? never : () => answer(recoveryCodes),
      addPasskey: never,
      remove: never,
      askPasskey: never,
    }),
    captchaSolver: {
      solve(_challenge, { onProgress }) {
        onProgress(CAPTCHA_TRIES.fewest / CAPTCHA_TRIES.most);
        return never();
      },
    },
    recaptcha: { show: () => () => {} },
  };
}
