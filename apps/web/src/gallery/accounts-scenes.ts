import { CAPABILITY_KEYS } from '@samtal/api-contract';
import type { SignedIn } from '../client/session/session.ts';
import type { Scene } from './scene.ts';

const organisation = [
  {
    key: 'WEB_REGISTRATION_FIELDS',
    value:
      'username,password,firstname,lastname,address,postcode,city,email,phonenumber,mobilenumber,textphonenumber,isdnnumber,gggnumber,faxnumber,sipaddress',
  },
  { key: 'WEB_REQUIRED_FIELDS', value: 'password,firstname,lastname,email' },
];
const few = [
  { key: 'WEB_REGISTRATION_FIELDS', value: 'username,password,firstname,lastname,email' },
  { key: 'WEB_REQUIRED_FIELDS', value: 'username,password,email' },
];
const session = { phase: 'signedOut' } as const;

/** The scenes of creating and recovering an account, and of the profile. */
export function accountScenes(
  base: { readonly features: Readonly<Record<string, boolean>> },
  alice: SignedIn,
): readonly Scene[] {
  const brand = {
    ...base,
    registration: {
      enabled: true,
      licenseUrl: 'licence.html',
      infoText:
        'Anybody who lives in the county may register.\n\nYou can call at once. If you need help, write to help@demo.example.',
      organisations: [
        { id: 1, name: 'Demo county' },
        { id: 2, name: 'Demo town' },
      ],
    },
    resetPassword: { enabled: true },
    captcha: { provider: 'builtin' },
    links: {
      extraInfo: { url: 'about.html', text: '' },
      dataHandling: { url: 'data.html', text: '' },
      termsOfUse: { url: 'terms.html', text: '' },
    },
  };
  const off = { ...base, registration: { enabled: false } };
  const label = 'County staff login';
  const staff = { ...brand, provider: { label, hasPasswords: true } };
  const profileWithout = { ...alice.features, userInformationEdit: false };
  const { propertySet } = alice.user.properties;
  const pending = { key: 'PENDING_EMAIL', value: 'alice.andersson.at.home@mail.example' };
  const waiting: SignedIn = {
    ...alice,
    user: { ...alice.user, properties: { propertySet: [...propertySet, pending] } },
  };
  const leaving: SignedIn = {
    ...alice,
    user: { ...alice.user, capabilities: [{ key: CAPABILITY_KEYS.deletionDays, value: '14' }] },
  };
  const scenes: readonly Scene[] = [
    { name: 'login, with links', path: '/login' },
    { name: 'registration', path: '/registration', accounts: { organisation } },
    {
      name: 'registration, few fields',
      path: '/registration?hideBack=true&hideLogin=true',
      accounts: { organisation: few },
    },
    {
      name: 'registration, sent empty',
      path: '/registration',
      accounts: { organisation },
      press: ['registration.submit'],
    },
    { name: 'registration, not enabled', path: '/registration', brand: off },
    { name: 'registration, loading', path: '/registration' },
    { name: 'verification, in progress', path: '/registration/verify/1/abc' },
    {
      name: 'verification, done',
      path: '/registration/verify/1/abc',
      accounts: { verification: 'verified' },
    },
    {
      name: 'verification, expired',
      path: '/registration/verify/1/abc',
      accounts: { verification: 'expired' },
    },
    {
      name: 'verification, refused',
      path: '/registration/verify/1/abc',
      accounts: { verification: 'refused' },
    },
    { name: 'new e-mail address, in progress', path: '/registration/verify/1/abc?email=true' },
    {
      name: 'new e-mail address, confirmed',
      path: '/registration/verify/1/abc?email=true',
      accounts: { verification: 'emailChanged' },
    },
    {
      name: 'new e-mail address, expired',
      path: '/registration/verify/1/abc?email=true',
      accounts: { verification: 'expired' },
    },
    { name: 'reset password', path: '/resetpassword' },
    { name: 'reset password, sent empty', path: '/resetpassword', press: ['resetpassword.submit'] },
    { name: 'reset password, not enabled', path: '/resetpassword', brand: off },
    { name: 'new password', path: '/newpassword?key=a&uid=1&uname=anna' },
    { name: 'new password, invalid link', path: '/newpassword?key=a' },
  ];
  return [
    ...scenes.map((scene) => ({ session, brand, ...scene })),
    { name: 'profile', path: '/userinformation' },
    { name: 'profile, read only', path: '/userinformation', session: { ...alice, features: profileWithout } },
    {
      name: 'profile, saved',
      path: '/userinformation',
      alerts: [{ id: 'profile', type: 'success', message: { key: 'edituser.complete' } }],
    },
    { name: 'profile, new e-mail address', path: '/userinformation', session: waiting },
    { name: 'profile, edit', path: '/userinformation/edit' },
    { name: 'profile, edit, new e-mail address', path: '/userinformation/edit', session: waiting },
    { name: 'own data', path: '/userinformation/data' },
    { name: 'own data, sent empty', path: '/userinformation/data', press: ['owndata.download'] },
    { name: 'account deletion', path: '/userinformation/deletion', session: leaving },
    {
      name: 'account deletion, sent empty',
      path: '/userinformation/deletion',
      session: leaving,
      press: ['owndata.delete_now'],
    },
    {
      name: 'login, account deletion asked for',
      path: '/login',
      session: { phase: 'signedOut', deletionAt: Date.UTC(2026, 11, 10) },
    },
    {
      name: 'login, account to be deleted',
      path: '/login',
      session: {
        phase: 'signedOut',
        loginFailure: { key: 'error.unknown' },
        deletionAt: Date.UTC(2026, 11, 10),
      },
    },
    { name: 'login, with a provider', path: '/login', brand: staff },
    {
      name: 'login, provider only, refused',
      path: '/login',
      brand: { ...base, provider: { ...staff.provider, hasPasswords: false } },
      session: { phase: 'signedOut' },
      alerts: [{ id: 'provider', type: 'danger', message: { key: 'signin.connectFirst', name: label } }],
    },
    {
      name: 'provider, not connected',
      path: '/userinformation/provider',
      brand: staff,
      accounts: {
        provider: { label, hasPassword: true, isConnected: false, isProved: false, needsSecondStep: false },
      },
    },
    {
      name: 'provider, not connected, second step',
      path: '/userinformation/provider',
      brand: staff,
      accounts: {
        provider: { label, hasPassword: true, isConnected: false, isProved: false, needsSecondStep: true },
      },
    },
    {
      name: 'provider, connected',
      path: '/userinformation/provider',
      brand: staff,
      accounts: {
        provider: { label, hasPassword: true, isConnected: true, isProved: false, needsSecondStep: false },
      },
    },
    {
      name: 'own data, without a password',
      path: '/userinformation/data',
      brand: staff,
      accounts: {
        provider: { label, hasPassword: false, isConnected: true, isProved: false, needsSecondStep: false },
      },
    },
    {
      name: 'account deletion, confirmed at the provider',
      path: '/userinformation/deletion',
      session: leaving,
      brand: staff,
      accounts: {
        provider: { label, hasPassword: false, isConnected: true, isProved: true, needsSecondStep: false },
      },
    },
    { name: 'profile, new password', path: '/userinformation/changePassword' },
    {
      name: 'profile, new password, sent empty',
      path: '/userinformation/changePassword',
      press: ['common.save'],
    },
  ];
}
