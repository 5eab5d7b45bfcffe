import type { SecondFactorState } from '@samtal/api-contract';
import { alice } from '../testing/alice.ts';
import { operatorAccess } from '../testing/console/console-people.ts';
import type { Scene } from './scene.ts';

const page = {
  path: '/userinformation/secondStep',
  session: alice({}, { secondFactor: true }),
} as const;
const off: SecondFactorState = {
  isOffered: true,
  isOn: false,
  hasPasskeys: true,
  recoveryCodes: 0,
  passkeys: [],
};
const on: SecondFactorState = {
  ...off,
  isOn: true,
  appAddedAt: Date.UTC(2026, 10, 20),
  recoveryCodes: 9,
  passkeys: [
    {
      id: 'phone',
      name: 'The phone that I carry with me every day',
      addedAt: Date.UTC(2026, 10, 21),
      lastUsedAt: Date.UTC(2026, 10, 26),
    },
    { id: 'key', name: 'Key', addedAt: Date.UTC(2026, 10, 22) },
  ],
};
const step = (factors: string) => ({ text: `Second step: ticket ${factors}`, as: { password: '' } }) as const;
const atLogin = { path: '/login' } as const;

/** The scenes of log-in in two steps (decision D100). */
export const secondFactorScenes: readonly Scene[] = [
  { name: 'second step, off', ...page, accounts: { secondFactor: off } },
  { name: 'second step, on', ...page, accounts: { secondFactor: on } },
  {
    name: 'second step, password asked',
    ...page,
    accounts: { secondFactor: on },
    press: ['secondfactor.codes_new'],
  },
  {
    name: 'second step, new passkey',
    ...page,
    accounts: { secondFactor: on },
    press: ['secondfactor.passkey_add'],
  },
  {
    name: 'second step, no domain name',
    ...page,
    accounts: { secondFactor: { ...off, hasPasskeys: false } },
  },
  { name: 'second step, not offered', ...page, accounts: { secondFactor: { ...off, isOffered: false } } },
  {
    name: 'login, second step',
    ...atLogin,
    session: { phase: 'signedOut', secondStep: step('app,recovery,passkey') },
  },
  {
    name: 'login, second step, wrong code',
    ...atLogin,
    session: {
      phase: 'signedOut',
      secondStep: step('app,recovery'),
      loginFailure: { key: 'secondfactor.code_wrong' },
    },
  },
  {
    name: 'login, second step, recovery code',
    ...atLogin,
    session: { phase: 'signedOut', secondStep: step('app,recovery') },
    press: ['secondfactor.recovery_use'],
  },
  {
    name: 'login, second step, passkey only',
    ...atLogin,
    session: { phase: 'signedOut', secondStep: step('recovery,passkey') },
  },
  {
    name: 'login, second step, account to be deleted',
    ...atLogin,
    session: {
      phase: 'signedOut',
      secondStep: step('app,recovery'),
      loginFailure: { key: 'error.unknown' },
      deletionAt: Date.UTC(2026, 11, 10),
    },
  },
  {
    name: 'console, second step needed',
    path: '/admin',
    session: alice({}, { console: true }),
    console: {
      access: operatorAccess,
      answers: { access: async () => ({ ok: false, status: 403, errorCode: 6006 }) },
    },
  },
];
