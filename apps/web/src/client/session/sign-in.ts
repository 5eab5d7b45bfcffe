import {
  ERROR_CODES,
  type LoginRequest,
  type PasskeyProof,
  PROPERTY_KEYS,
  valueOf,
} from '@samtal/api-contract';
import type { ApiFailure, ApiResult, UserApi } from '../ports/user-api.ts';
import type { SystemConfig, User } from './user.ts';

/** A login request, and those of its values that become part of the user's data. */
export type LoginAttempt = {
  readonly request: LoginRequest;
  readonly as: Pick<User, 'password'> & Partial<User>;
  /** The second step that it answers. */
  readonly step?: SecondStep;
};

const always = { force: true, willUseSipRegistration: true } as const;

export const byPassword = (
  username: string,
  password: string,
  more: Pick<User, 'token' | 'ref'> = {},
  keepAccount = false,
): LoginAttempt => ({
  request: { username, password, ...always, ...(keepAccount ? { keepAccount } : {}) },
  as: { username, password, ...more },
});

/** A login with the signed token of a one-click link (KIOSK-13). */
export const byToken = (token: string, more: Pick<User, 'ref'>): LoginAttempt => ({
  request: { token, ...always },
  as: { password: '', token, ...more },
});

/** A login of a user who has signed in at the provider in this browser just before (decision D99). */
export const byProvider = (keepAccount: boolean): LoginAttempt => ({
  request: { withProvider: true, ...always, ...(keepAccount ? { keepAccount } : {}) },
  as: { password: '' },
});

/** A log-in whose password was right (decision D100): what the server says about its second step, and what is known of the user. */
export type SecondStep = { readonly text: string | undefined } & Pick<LoginAttempt, 'as'>;

export type StepAnswer = {
  readonly ticket: string;
  readonly code?: string;
  readonly passkey?: PasskeyProof;
  /** The user keeps an account that is to be deleted. */
  readonly keepAccount?: boolean;
};

export const bySecondStep = (step: SecondStep, answer: StepAnswer): LoginAttempt => ({
  request: { ...answer, ...always },
  as: step.as,
  step,
});

export const isSecondStep = ({ errorCode }: ApiFailure): boolean =>
  errorCode === ERROR_CODES.secondFactorNeeded;

/**
 * Whether the server rejected the credentials. After no answer, a server error or 429, the same credentials
 * may still succeed later.
 */
export const isRefusedLogin = (failure: ApiFailure): boolean =>
  failure.status >= 400 && failure.status < 500 && failure.status !== 429 && !isSecondStep(failure);

export type Admitted = { readonly user: User; readonly config: SystemConfig };

/** Logs in and loads all data of the user (LOGIN-16). */
export async function signIn(api: UserApi, { request, as }: LoginAttempt): Promise<ApiResult<Admitted>> {
  const answer = await api.login(request);
  if (!answer.ok) return answer;
  const { securityToken, properties } = answer.value;
  const [system, web] = await Promise.all([
    api.getSystemSettings(securityToken),
    api.getWebSettings(securityToken),
  ]);
  if (!system.ok) return system;
  if (!web.ok) return web;
  const username = valueOf(properties.propertySet, PROPERTY_KEYS.username) ?? '';
  return {
    ok: true,
    value: {
      user: { ...answer.value, username, ...as },
      config: { systemSettings: system.value, webSettings: web.value },
    },
  };
}
