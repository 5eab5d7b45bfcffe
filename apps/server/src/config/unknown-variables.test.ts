import { expect, test } from 'vitest';
import { checkVariableNames } from './unknown-variables.ts';

const known = ['PORT', 'HOST', 'DATA_DIR', 'SAMTAL_MODE', 'SIP_DOMAIN', 'BRANDING_DIR', 'PUBLIC_URL'];

test.each([
  ['SAMTAL_MDOE', 'SAMTAL_MODE'],
  ['SAMTAL_MODES', 'SAMTAL_MODE'],
  ['SAMTAL_DATA_DIR', 'DATA_DIR'],
  ['SAMTAL_HOST', 'HOST'],
  ['SAMTAL_SIP_DOMIAN', 'SIP_DOMAIN'],
  ['SAMTAL_PUBLICURL', 'PUBLIC_URL'],
])('D43 %s stops the start with the nearest name', (name, nearest) => {
  expect(checkVariableNames([...known, name], known)).toEqual({
    problems: [`${name}: unknown variable. The nearest known name is ${nearest}.`],
    warnings: [],
  });
});

test('D43 a name that is like no known one is not compared with one', () => {
  expect(checkVariableNames(['SAMTAL_FOO'], known).problems).toEqual([
    'SAMTAL_FOO: unknown variable. Remove it; docs/operating.md lists the names.',
  ]);
});

test('D99 an unknown setting of the provider is named', () => {
  const { problems, warnings } = checkVariableNames(['OIDC_BOGUS'], ['OIDC_ISSUER']);
  expect([problems, warnings]).toEqual([
    [],
    ['OIDC_BOGUS: unknown variable, ignored. docs/operating.md lists the names.'],
  ]);
});

test.each([
  'SAMTAL_SERVICE_HOST',
  'SAMTAL_SERVICE_PORT',
  'SAMTAL_SERVICE_PORT_HTTP',
  'SAMTAL_PORT',
  'SAMTAL_PORT_8080_TCP',
  'SAMTAL_PORT_8080_TCP_ADDR',
  'SAMTAL_PORT_40000_UDP_PROTO',
])('D43 %s, which a Kubernetes cluster sets, does not stop the start', (name) => {
  expect(checkVariableNames([name], known)).toEqual({ problems: [], warnings: [] });
});

test.each([
  ['BRANDING_DRI', 'BRANDING_DIR'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['IP_DOMAIN', 'SIP_DOMAIN'],
  ['SIP_DOMIAN', 'SIP_DOMAIN'],
  ['AMTAL_MODE', 'SAMTAL_MODE'],
])('D43 %s is one letter away from %s, and a warning says so', (name, meant) => {
  expect(checkVariableNames([name], known)).toEqual({
    problems: [],
    warnings: [`${name}: unknown variable, ignored. Did you mean ${meant}?`],
  });
});

test.each(['PATH', 'HOSTS', 'POST', 'HOSTNAME', 'BRANDNIG_DRI', 'DATA', 'XDG_DATA_DIRS', 'MODE'])(
  'D43 %s belongs to other programs',
  (name) => {
    expect(checkVariableNames([name], known)).toEqual({ problems: [], warnings: [] });
  },
);
