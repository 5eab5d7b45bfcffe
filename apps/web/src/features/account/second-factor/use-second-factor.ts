import { ERROR_CODES, type SecondFactorState, type StrongProof } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import type { SecondFactorApi } from '../../../client/ports/second-factor-api.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import type { TextKey } from '../../../i18n/index.ts';

type LoadedState =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly value: SecondFactorState };

type Answered = { readonly version: number; readonly state: LoadedState };

/** What the account has for its second step; `again` reads it once more, and meanwhile the earlier answer counts. */
export function useSecondFactorState(api: SecondFactorApi, securityToken: string) {
  const [version, setVersion] = useState(0);
  const [{ state }, setAnswered] = useState<Answered>({ version, state: { phase: 'waiting' } });
  useEffect(() => {
    let isShown = true;
    const ask = async (): Promise<void> => {
      const answer = await api.state(securityToken);
      if (!isShown) return;
      const read: LoadedState = answer.ok ? { phase: 'ready', value: answer.value } : { phase: 'failed' };
      setAnswered({ version, state: read });
    };
    void ask();
    return () => {
      isShown = false;
    };
  }, [api, securityToken, version]);
  return { state, again: () => setVersion(version + 1) };
}

/** Which field of a proof a refusal is about, and what to say. */
export type ProofProblem = { readonly field: 'password' | 'code' | 'form'; readonly key: TextKey };

export function problemOf({ status, errorCode }: ApiFailure): ProofProblem {
  if (errorCode === ERROR_CODES.secondFactorWrong)
    return {
      field: 'code',
      key: status === 429 ? 'secondfactor.too_many' : 'secondfactor.code_wrong',
    };
  if (errorCode === ERROR_CODES.secondFactorNeeded)
    return { field: 'code', key: 'secondfactor.code_missing' };
  if (errorCode === ERROR_CODES.wrongCredentials) return { field: 'password', key: 'owndata.password_wrong' };
  return { field: 'form', key: status === 429 ? 'owndata.later' : 'owndata.error' };
}

export type Proof = Required<Pick<StrongProof, 'password'>> & StrongProof;
