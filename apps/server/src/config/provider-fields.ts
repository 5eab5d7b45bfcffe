import { readFileSync } from 'node:fs';
import { isRole, ROLES } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { isLoopbackHost } from '../network/loopback.ts';
import type { ProviderSettings } from '../oidc/provider-settings.ts';
import { oneOf } from './config-fields.ts';

const SWITCH = ['off', 'on'] as const;

/** Whether this is an issuer (OpenID Connect Discovery 1.0 §3); without https only a provider on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isBare = search === '' && hash === '' && !text.includes('?') && username === '' && password === '';
  return isBare && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)));
}

const line = (most: number, message: string) =>
  z.string().check(z.refine((text) => text.length <= most && !/[\p{Cc}]/u.test(text), message));

const claimName = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,100}$/, 'must be the name of a claim, such as preferred_username'));

const domains = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^\s*[a-z0-9-]+(\.[a-z0-9-]+)+\s*(,\s*[a-z0-9-]+(\.[a-z0-9-]+)+\s*)*$/i,
        'must be domains such as example.org, without @, separated by commas',
      ),
    ),
  z.transform((text: string) => text.split(',').map((each) => each.trim().toLowerCase())),
);

const claimAndValue = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^[\x21-\x3c\x3e-\x7e]{1,100}=.{1,200}$/,
        'must be a claim and its value, such as groups=calls or realm_access.roles=calls',
      ),
    ),
  z.transform((text: string) => {
    const at = text.indexOf('=');
    return { name: text.slice(0, at), value: text.slice(at + 1) };
  }),
);

/** The first colon ends the role; a value may have more of them, such as urn:example:admins. */
const roleValues = z.pipe(
  z.string().check(
    z.refine(
      (text) =>
        text.split(',').every((each) => {
          const [role = '', value = ''] = each.split(/:(.*)/s);
          return isRole(role.trim()) && /^[^\p{Cc}]{1,200}$/u.test(value.trim());
        }),
      `must be roles (${ROLES.join(', ')}) with a value of OIDC_ROLE_CLAIM each, such as operator:samtal-admins,support:samtal-help`,
    ),
  ),
  z.transform((text: string) =>
    text.split(',').flatMap((each) => {
      const [role = '', value = ''] = each.split(/:(.*)/s).map((part) => part.trim());
      return isRole(role) ? [{ role, value }] : [];
    }),
  ),
);

/** The variables of the log-in at an OpenID Connect provider (decision D99). */
export const providerFields = {
  OIDC_ISSUER: z.optional(
    z
      .string()
      .check(
        z.refine(
          isIssuer,
          'must be the issuer of your provider with https, such as https://login.example.org/realms/staff (http only for one on this machine)',
        ),
      ),
  ),
  OIDC_CLIENT_ID: z.optional(line(200, 'must be the id of this client at the provider')),
  OIDC_CLIENT_SECRET: z.optional(line(500, 'must be the secret of this client at the provider')),
  OIDC_CLIENT_SECRET_FILE: z.optional(z.string()),
  OIDC_SCOPES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text) &&
            text.split(' ').includes('openid'),
          'must be scopes separated by one space, with openid among them',
        ),
      ),
    'openid profile email',
  ),
  OIDC_LABEL: z.optional(line(40, 'must be a name of at most 40 characters for the button')),
  OIDC_USERNAME_CLAIM: z._default(claimName, 'preferred_username'),
  OIDC_EMAIL_CLAIM: z._default(claimName, 'email'),
  OIDC_FORENAME_CLAIM: z._default(claimName, 'given_name'),
  OIDC_SURNAME_CLAIM: z._default(claimName, 'family_name'),
  OIDC_EMAIL_VERIFIED: z._default(oneOf(['claim', 'always']), 'claim'),
  OIDC_MAIL_DOMAINS: z._default(domains, []),
  OIDC_REQUIRED_CLAIM: z.optional(claimAndValue),
  OIDC_ROLE_CLAIM: z.optional(claimName),
  OIDC_ROLES: z.optional(roleValues),
  OIDC_NEW_ACCOUNTS: z._default(oneOf(SWITCH), 'off'),
  OIDC_MATCH_EMAIL: z._default(oneOf(SWITCH), 'off'),
  OIDC_PASSWORDS: z._default(oneOf(SWITCH), 'on'),
} as const;

type Read = z.infer<z.ZodMiniObject<typeof providerFields>>;

/** The problems of variables that do not fit together. @param given the names of the variables that are set */
export function providerProblems(read: Read, given: readonly string[]): string[] {
  if (read.OIDC_ISSUER === undefined)
    return given
      .filter((name) => Object.hasOwn(providerFields, name))
      .slice(0, 1)
      .map((name) => `OIDC_ISSUER: must be set with ${name}; it is the address of your provider`);
  const problems: string[] = [];
  if (read.OIDC_CLIENT_ID === undefined)
    problems.push('OIDC_CLIENT_ID: must be set with OIDC_ISSUER; the provider gives it to this client');
  if (read.OIDC_CLIENT_SECRET !== undefined && read.OIDC_CLIENT_SECRET_FILE !== undefined)
    problems.push('OIDC_CLIENT_SECRET_FILE: must not be set with OIDC_CLIENT_SECRET');
  if ((read.OIDC_ROLE_CLAIM === undefined) !== (read.OIDC_ROLES === undefined))
    problems.push(
      read.OIDC_ROLES === undefined
        ? 'OIDC_ROLES: must be set with OIDC_ROLE_CLAIM, such as operator:samtal-admins'
        : 'OIDC_ROLE_CLAIM: must be set with OIDC_ROLES; it is the claim with the groups of a person',
    );
  return problems;
}

/** The secret in a file, such as one of systemd or of a container, or what is wrong with the file. */
function secretIn(file: string): { readonly secret: string } | { readonly problem: string } {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    return secret === '' || secret.length > 500 || /\p{Cc}/u.test(secret)
      ? { problem: `OIDC_CLIENT_SECRET_FILE: ${file} must contain the secret in one line` }
      : { secret };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return {
      problem: `OIDC_CLIENT_SECRET_FILE: ${file} cannot be read (${reason}). It must be a file that the user of the service can read`,
    };
  }
}

type Provider =
  | { readonly ok: true; readonly provider: ProviderSettings | undefined }
  | { readonly ok: false; readonly problem: string };

export function providerOf(read: Read): Provider {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = read;
  if (issuer === undefined || clientId === undefined) return { ok: true, provider: undefined };
  const file = read.OIDC_CLIENT_SECRET_FILE;
  const inFile = file === undefined ? { secret: read.OIDC_CLIENT_SECRET } : secretIn(file);
  if ('problem' in inFile) return { ok: false, problem: inFile.problem };
  return {
    ok: true,
    provider: {
      issuer,
      clientId,
      clientSecret: inFile.secret,
      scopes: read.OIDC_SCOPES,
      label: read.OIDC_LABEL ?? new URL(issuer).host,
      claims: {
        username: read.OIDC_USERNAME_CLAIM,
        email: read.OIDC_EMAIL_CLAIM,
        forename: read.OIDC_FORENAME_CLAIM,
        surname: read.OIDC_SURNAME_CLAIM,
      },
      trustsEmail: read.OIDC_EMAIL_VERIFIED === 'always',
      mailDomains: read.OIDC_MAIL_DOMAINS,
      requiredClaim: read.OIDC_REQUIRED_CLAIM,
      roles:
        read.OIDC_ROLE_CLAIM === undefined || read.OIDC_ROLES === undefined
          ? undefined
          : { claim: read.OIDC_ROLE_CLAIM, values: read.OIDC_ROLES },
      makesAccounts: read.OIDC_NEW_ACCOUNTS === 'on',
      matchesEmail: read.OIDC_MATCH_EMAIL === 'on',
      hasPasswords: read.OIDC_PASSWORDS === 'on',
    },
  };
}
