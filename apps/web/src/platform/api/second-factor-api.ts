import {
  ERROR_CODES,
  newAppSchema,
  okAnswerSchema,
  type PasskeyMade,
  type PasskeyProof,
  recoveryCodesSchema,
  SECOND_FACTOR_PATHS,
  secondFactorStateSchema,
  webAuthnOptionsSchema,
} from '@samtal/api-contract';
import type { SecondFactorApi } from '../../client/ports/second-factor-api.ts';
import type { ApiFailure, ApiResult } from '../../client/ports/user-api.ts';
import { type ApiRequest, jsonPost } from './api-request.ts';

/** The user has cancelled, or the device has no passkey: the second step is still missing. */
const NOT_USED: ApiFailure = { ok: false, status: 400, errorCode: ERROR_CODES.secondFactorNeeded };

/** What translates between the API's JSON and WebAuthn; only those who use a passkey load it. */
const loadWebAuthn = () => import('@simplewebauthn/browser');
type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;

async function withWebAuthn<T>(call: (webAuthn: WebAuthn) => Promise<unknown>): Promise<ApiResult<T>> {
  try {
    return { ok: true, value: (await call(await loadWebAuthn())) as T };
  } catch {
    return NOT_USED;
  }
}

export function createSecondFactorApi(ask: ApiRequest): SecondFactorApi {
  async function codesFrom(
    path: string,
    securityToken: string,
    body: object,
  ): Promise<ApiResult<readonly string[]>> {
    const result = await ask(path, recoveryCodesSchema, { init: jsonPost(body), securityToken });
    return result.ok ? { ok: true, value: result.value.recoveryCodes } : result;
  }
  return {
    state: (securityToken) => ask(SECOND_FACTOR_PATHS.state, secondFactorStateSchema, { securityToken }),
    beginApp: (securityToken, proof) =>
      ask(SECOND_FACTOR_PATHS.app, newAppSchema, { init: jsonPost(proof), securityToken }),
    confirmApp: (securityToken, code) =>
      codesFrom(SECOND_FACTOR_PATHS.appConfirmation, securityToken, { code }),
    renewCodes: (securityToken, proof) => codesFrom(SECOND_FACTOR_PATHS.recoveryCodes, securityToken, proof),
    async addPasskey(securityToken, proof, name) {
      const init = jsonPost(proof);
      const asked = await ask(SECOND_FACTOR_PATHS.passkeyOptions, webAuthnOptionsSchema, {
        init,
        securityToken,
      });
      if (!asked.ok) return asked;
      const made = await withWebAuthn<PasskeyMade>((webAuthn) =>
        webAuthn.startRegistration({ optionsJSON: asked.value.options as never }),
      );
      if (!made.ok) return made;
      return codesFrom(SECOND_FACTOR_PATHS.passkeys, securityToken, { name, passkey: made.value });
    },
    async remove(securityToken, factor, proof) {
      const init = jsonPost({ ...proof, factor });
      const result = await ask(SECOND_FACTOR_PATHS.removal, okAnswerSchema, { init, securityToken });
      return result.ok ? { ok: true, value: undefined } : result;
    },
    async askPasskey(asker) {
      const { ticket, securityToken } = { ticket: undefined, securityToken: undefined, ...asker };
      const asked = await ask(SECOND_FACTOR_PATHS.challenge, webAuthnOptionsSchema, {
        init: jsonPost(ticket === undefined ? {} : { ticket }),
        securityToken,
      });
      if (!asked.ok) return asked;
      return withWebAuthn<PasskeyProof>((webAuthn) =>
        webAuthn.startAuthentication({ optionsJSON: asked.value.options as never }),
      );
    },
  };
}
