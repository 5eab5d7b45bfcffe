import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { OperatorLimits } from '../domain/limits/limits.ts';
import type { SmtpSettings } from '../mail/smtp.ts';
import { isLoopbackHost } from '../network/loopback.ts';
import type { ProviderSettings } from '../oidc/provider-settings.ts';
import type { TurnSettings } from '../turn/turn-servers.ts';
import {
  databaseUrl,
  ipAddress,
  listenHost,
  mailFrom,
  oneOf,
  origins,
  portRange,
  proxies,
  publicUrl,
  smtpUrl,
  turnSecret,
  turnUrls,
  webSocketAddresses,
  wholeNumber,
} from './config-fields.ts';
import type { LaunchMode } from './launch-mode.ts';
import { chooseLaunchMode } from './launch-mode.ts';
import { limitFields, limitsOf } from './limit-fields.ts';
import { providerFields, providerOf, providerProblems } from './provider-fields.ts';
import { checkVariableNames } from './unknown-variables.ts';
import { sipAddressAt } from './web-address.ts';

const port = wholeNumber(0, 65535);

/**
 * Seconds for which TURN credentials are valid. Clients renew them after half of that time, so a call may
 * begin with credentials that stay valid for only half of it.
 */
const turnLifetime = wholeNumber(600, 7 * 24 * 60 * 60, 'seconds');

/** The domain of the demo accounts. */
const DEMO_DOMAIN = 'demo.example';

const environmentSchema = z.object({
  PORT: z._default(port, 8080),
  STUN_PORT: z._default(port, 40000),
  LAN_PORT: z._default(port, 8443),
  METRICS_PORT: z.optional(wholeNumber(1, 65535)),
  HOST: z._default(listenHost, '127.0.0.1'),
  STUN_HOST: z.optional(listenHost),
  METRICS_HOST: z.optional(listenHost),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  SAMTAL_MODE: z.optional(oneOf(['demo', 'production', 'test'])),
  SERVER_PROCESSES: z._default(oneOf(['one', 'several']), 'one'),
  SIP_ENGINE: z._default(oneOf(['embedded', 'external']), 'embedded'),
  SIP_WS_URI: z.optional(webSocketAddresses),
  SIP_WEB_PUSH: z._default(oneOf(['off', 'on']), 'off'),
  ECHO_SERVICE: z._default(oneOf(['off', 'on']), 'on'),
  TEXT_GATEWAY: z._default(oneOf(['off', 'on']), 'off'),
  TEXT_GATEWAY_HOST: z._default(ipAddress, '127.0.0.1'),
  TEXT_GATEWAY_ADDRESS: z.optional(ipAddress),
  TEXT_GATEWAY_PORTS: z._default(portRange, { firstPort: 40_200, lastPort: 40_399 }),
  SIP_DOMAIN: z.optional(
    z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be a domain name')),
  ),
  BRANDING_DIR: z.optional(z.string().check(z.minLength(1))),
  PUBLIC_URL: z.optional(publicUrl),
  TRUSTED_PROXIES: z._default(proxies, ['loopback']),
  SMTP_URL: z.optional(smtpUrl),
  SMTP_TLS: z.optional(oneOf(['required', 'off'])),
  MAIL_FROM: z.optional(mailFrom),
  CORS_ORIGINS: z._default(origins, []),
  PUSH_SERVICES: z._default(origins, []),
  RECAPTCHA_SECRET: z.optional(z.string()),
  TURN_URLS: z.optional(turnUrls),
  TURN_SECRET: z.optional(turnSecret),
  TURN_LIFETIME: z._default(turnLifetime, 12 * 60 * 60),
  CALL_RECORD_DAYS: z._default(wholeNumber(0, 3650, 'days'), 90),
  ACCOUNT_DELETION_DAYS: z._default(wholeNumber(1, 365, 'days'), 14),
  CONSOLE_SECOND_FACTOR: z.optional(oneOf(['required', 'optional'])),
  MESSAGE_DAYS: z._default(wholeNumber(0, 3650, 'days'), 0),
  AUDIT_DAYS: z._default(wholeNumber(0, 3650, 'days'), 365),
  LOG_LEVEL: z.optional(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  ...providerFields,
  ...limitFields,
});

/** The names of all environment variables of the server; other names are misspelt or for other programs. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** The settings of this process, read from the environment variables of decision D26. */
export type Config = {
  /** 0 = any free port. */
  readonly port: number;
  readonly stunPort: number;
  readonly host: string;
  /** Port of HTTPS for the network of this machine (`--lan`); absent = not open to it. */
  readonly lanPort: number | undefined;
  /** Address on which STUN listens; no proxy can be in front of it. */
  readonly stunHost: string;
  /** Where the metrics are served; absent = nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Absolute path. */
  readonly dataDir: string;
  /** PostgreSQL address with the password: never logged. Absent = the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly mode: LaunchMode;
  /** Whether other server processes use the same database (decision D105). */
  readonly serverProcesses: 'one' | 'several';
  readonly sipEngine: 'embedded' | 'external';
  /**
   * Addresses of the SIP WebSocket for browsers, separated by commas (REG-13); absent = `/sip` on the host
   * that the browser requested.
   */
  readonly sipWsUri: string | undefined;
  /** Whether the external SIP server calls the agent that pushes calls (decision D78). */
  readonly sipWebPush: 'off' | 'on';
  readonly sipDomain: string;
  /** Whether the server agent `echo` answers calls (decision D28). */
  readonly echoService: 'off' | 'on';
  /** Where phones reach the text gateway (decision D94); absent = there is none. */
  readonly textGateway: TextGatewaySettings | undefined;
  /** Absolute path. */
  readonly brandingDir: string | undefined;
  /**
   * Public address of the web app, also in mails, without a trailing slash; absent = this process's own
   * address.
   */
  readonly publicUrl: string | undefined;
  /** Reverse proxies whose `X-Forwarded-…` fields count: addresses, ranges and names of ranges. */
  readonly trustedProxies: readonly string[];
  /** Mail server and sender; absent = mails stay in the outbox folder (decision D25). */
  readonly mail: SmtpSettings | undefined;
  /** Origins of other sites whose pages may use the user API and the SIP WebSocket. */
  readonly corsOrigins: readonly string[];
  /** Further push services to which this server may send, as origins; the known ones need no entry. */
  readonly pushServices: readonly string[];
  readonly recaptchaSecret: string | undefined;
  /** TURN servers that share a secret with this process; absent = only those of the brand (decision D20). */
  readonly turn: TurnSettings | undefined;
  /** Days for which calls are recorded; 0 = no call is. */
  readonly callRecordDays: number;
  /** Days between the wish of a user to have the account deleted and its removal. */
  readonly accountDeletionDays: number;
  /** Whether people with a role need a second factor in the console (decision D100). */
  readonly consoleSecondFactor: 'required' | 'optional';
  /** Days for which messages and lines of the audit are kept; 0 = no limit. */
  readonly messageDays: number;
  readonly auditDays: number;
  /** The OpenID Connect provider at which users log in (decision D99); absent = there is none. */
  readonly provider: ProviderSettings | undefined;
  readonly logLevel: string;
  /** The values of `LIMIT_…`. */
  readonly limits: OperatorLimits;
};

export type TextGatewaySettings = {
  /** IP address on which its UDP ports are opened. */
  readonly host: string;
  /** IP address that phones are told. */
  readonly address: string;
  readonly firstPort: number;
  readonly lastPort: number;
};

export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const ANY_ADDRESS = ['0.0.0.0', '::'];

/** The problems of the variables of the text gateway. */
function textGatewayProblems(read: z.infer<typeof environmentSchema>): string[] {
  const { TEXT_GATEWAY_HOST: host, TEXT_GATEWAY_ADDRESS: address } = read;
  if (read.TEXT_GATEWAY === 'off') return [];
  if (address === undefined && ANY_ADDRESS.includes(host))
    return [
      `TEXT_GATEWAY_ADDRESS: must be set with TEXT_GATEWAY_HOST=${host}; it is the address to which phones send text`,
    ];
  if (address !== undefined && ANY_ADDRESS.includes(address))
    return ['TEXT_GATEWAY_ADDRESS: must be one address, such as 192.0.2.10'];
  if (address !== undefined && isIP(address) !== isIP(host))
    return ['TEXT_GATEWAY_ADDRESS: must be of the same kind, IPv4 or IPv6, as TEXT_GATEWAY_HOST'];
  return [];
}

function textGatewayOf(read: z.infer<typeof environmentSchema>): TextGatewaySettings | undefined {
  if (read.TEXT_GATEWAY === 'off') return undefined;
  const host = read.TEXT_GATEWAY_HOST;
  return { host, address: read.TEXT_GATEWAY_ADDRESS ?? host, ...read.TEXT_GATEWAY_PORTS };
}

/** What several server processes need (decision D105). */
function processesProblems({
  SERVER_PROCESSES,
  SIP_ENGINE,
  DATABASE_URL,
}: z.infer<typeof environmentSchema>): string[] {
  if (SERVER_PROCESSES === 'one') return [];
  const problems: string[] = [];
  if (SIP_ENGINE === 'embedded')
    problems.push(
      'SERVER_PROCESSES: several processes need SIP_ENGINE=external, because the registrations and calls of the embedded SIP server are in the memory of one process. Set up Kamailio (docs/operating.md), or remove SERVER_PROCESSES',
    );
  if (DATABASE_URL === undefined)
    problems.push(
      'SERVER_PROCESSES: several processes need a PostgreSQL database, the same for all. Set DATABASE_URL, or remove SERVER_PROCESSES',
    );
  return problems;
}

/** The problems of variables that do not fit together or do not fit the mode. */
function problemsTogether(
  read: z.infer<typeof environmentSchema>,
  { mode, isForLan }: { readonly mode: LaunchMode; readonly isForLan: boolean },
): string[] {
  const problems: string[] = [...textGatewayProblems(read), ...processesProblems(read)];
  if (mode === 'production' && read.SIP_DOMAIN === undefined)
    problems.push(
      'SIP_DOMAIN: must be set in production; it is what stands after @ in every address, such as calls.example.org',
    );
  if (mode === 'production' && read.PUBLIC_URL === undefined)
    problems.push(
      'PUBLIC_URL: must be set in production; it is the address that users open, such as https://calls.example.org',
    );
  if (mode === 'production' && read.PUBLIC_URL !== undefined && !isSecure(read.PUBLIC_URL))
    problems.push(
      'PUBLIC_URL: must begin with https: in production, because browsers allow camera and microphone on secure pages only',
    );
  if (read.SIP_ENGINE === 'external' && read.SIP_WS_URI === undefined)
    problems.push('SIP_WS_URI: must be set when SIP_ENGINE is external, so that browsers know where to go');
  const isSecurePage = isForLan || (read.PUBLIC_URL?.startsWith('https:') ?? false);
  if (isSecurePage && read.SIP_WS_URI?.split(',').some((uri) => !/^wss:/i.test(uri)))
    problems.push('SIP_WS_URI: must begin with wss:, because browsers block ws: on https pages');
  if (read.TURN_SECRET === undefined && read.TURN_URLS !== undefined)
    problems.push('TURN_SECRET: must be set with TURN_URLS, so that browsers get credentials for them');
  if (read.TURN_URLS === undefined && read.TURN_SECRET !== undefined)
    problems.push('TURN_URLS: must be set with TURN_SECRET, so that browsers know where to go');
  if (read.SMTP_URL === undefined) return problems;
  if (read.MAIL_FROM === undefined)
    problems.push('MAIL_FROM: must be set with SMTP_URL, so that mails have a sender');
  if (read.PUBLIC_URL === undefined && mode !== 'production')
    problems.push('PUBLIC_URL: must be set with SMTP_URL, so that links in mails lead here');
  return problems;
}

/** Whether browsers allow camera and microphone on pages of this address (Secure Contexts §3.1). */
function isSecure(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** A mail server on this machine gets mails without TLS, because its certificate is usually self-signed. */
function mailOf(read: z.infer<typeof environmentSchema>): SmtpSettings | undefined {
  const { SMTP_URL, SMTP_TLS, MAIL_FROM, PUBLIC_URL } = read;
  if (SMTP_URL === undefined || MAIL_FROM === undefined || PUBLIC_URL === undefined) return undefined;
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM,
    tls: SMTP_TLS ?? (isLoopbackHost(new URL(SMTP_URL).hostname) ? 'off' : 'required'),
    ourName: new URL(PUBLIC_URL).hostname,
  };
}

/** Warnings about settings that are allowed together but are probably a mistake. */
function warningsTogether(read: z.infer<typeof environmentSchema>): string[] {
  const { SIP_ENGINE, SIP_WS_URI, METRICS_HOST, METRICS_PORT, SMTP_URL, SMTP_TLS } = read;
  const warnings: string[] = [];
  if (SIP_ENGINE === 'embedded' && SIP_WS_URI !== undefined)
    warnings.push(
      'SIP_WS_URI: browsers connect there, although SIP_ENGINE is embedded; it must lead to this server. For your own SIP server set SIP_ENGINE=external.',
    );
  if (SIP_ENGINE === 'embedded' && read.SIP_WEB_PUSH === 'on')
    warnings.push('SIP_WEB_PUSH: ignored, because SIP_ENGINE is embedded, which needs no setting.');
  if (read.MAIL_FROM !== undefined && SMTP_URL === undefined)
    warnings.push('MAIL_FROM: ignored, because SMTP_URL is not set; mails stay in the outbox.');
  if (METRICS_HOST !== undefined && METRICS_PORT === undefined)
    warnings.push('METRICS_HOST: ignored, because METRICS_PORT is not set; there are no metrics.');
  if (METRICS_HOST !== undefined && METRICS_PORT !== undefined && !isLoopbackHost(METRICS_HOST))
    warnings.push(
      `METRICS_HOST: the metrics have no login. Let only your monitoring reach port ${METRICS_PORT} (firewall).`,
    );
  if (SMTP_TLS !== undefined && (SMTP_URL === undefined || SMTP_URL.startsWith('smtps:')))
    warnings.push('SMTP_TLS: ignored, because it is for a SMTP_URL that begins with smtp:.');
  else if (SMTP_TLS === 'off' && SMTP_URL !== undefined && !isLoopbackHost(new URL(SMTP_URL).hostname))
    warnings.push(
      'SMTP_TLS: mails, with links that log in, and the password of SMTP_URL cross the network unencrypted.',
    );
  return warnings;
}

/**
 * Reads the environment; every problem names its variable. An empty variable counts as unset.
 * @param options arguments of the command line
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  options: readonly string[] = [],
): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const names = checkVariableNames(Object.keys(given), VARIABLE_NAMES);
  const result = environmentSchema.safeParse(given);
  const invalid = result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  if (!result.success || names.problems.length > 0)
    return { ok: false, problems: [...names.problems, ...invalid] };
  const read = result.data;
  const launch = chooseLaunchMode({
    options,
    mode: read.SAMTAL_MODE,
    nodeEnvironment: given['NODE_ENV'],
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
  });
  if (!launch.ok) return { ok: false, problems: [launch.problem] };
  const { mode } = launch;
  const problems = [...problemsTogether(read, launch), ...providerProblems(read, Object.keys(given))];
  const provider = providerOf(read);
  if (!provider.ok) problems.push(provider.problem);
  if (!provider.ok || problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    warnings: [...names.warnings, ...launch.warnings, ...warningsTogether(read)],
    config: {
      port: read.PORT,
      stunPort: read.STUN_PORT,
      host: read.HOST,
      lanPort: launch.isForLan ? read.LAN_PORT : undefined,
      // A browser learns its public address from the STUN server, which must therefore get its packets
      // directly (decision D20). Outside production, STUN listens only where the web server does.
      stunHost: read.STUN_HOST ?? (mode === 'production' || launch.isForLan ? '0.0.0.0' : read.HOST),
      metrics:
        read.METRICS_PORT === undefined
          ? undefined
          : { port: read.METRICS_PORT, host: read.METRICS_HOST ?? '127.0.0.1' },
      dataDir: resolve(read.DATA_DIR),
      databaseUrl: read.DATABASE_URL,
      mode,
      serverProcesses: read.SERVER_PROCESSES,
      sipEngine: read.SIP_ENGINE,
      sipWsUri:
        read.SIP_WS_URI ?? (read.PUBLIC_URL === undefined ? undefined : sipAddressAt(read.PUBLIC_URL)),
      sipWebPush: read.SIP_WEB_PUSH,
      echoService: read.ECHO_SERVICE,
      textGateway: textGatewayOf(read),
      sipDomain: (read.SIP_DOMAIN ?? DEMO_DOMAIN).toLowerCase(),
      brandingDir: read.BRANDING_DIR === undefined ? undefined : resolve(read.BRANDING_DIR),
      publicUrl: read.PUBLIC_URL,
      trustedProxies: read.TRUSTED_PROXIES,
      mail: mailOf(read),
      corsOrigins: read.CORS_ORIGINS,
      pushServices: read.PUSH_SERVICES,
      recaptchaSecret: read.RECAPTCHA_SECRET,
      turn:
        read.TURN_URLS === undefined || read.TURN_SECRET === undefined
          ? undefined
          : { urls: read.TURN_URLS, secret: read.TURN_SECRET, lifetimeSeconds: read.TURN_LIFETIME },
      callRecordDays: read.CALL_RECORD_DAYS,
      accountDeletionDays: read.ACCOUNT_DELETION_DAYS,
      // The accounts of a demo have published passwords anyway.
      consoleSecondFactor: read.CONSOLE_SECOND_FACTOR ?? (mode === 'production' ? 'required' : 'optional'),
      messageDays: read.MESSAGE_DAYS,
      auditDays: read.AUDIT_DAYS,
      provider: provider.provider,
      // In the demo, the terminal shows the next steps for the user, not the server's log.
      logLevel: read.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
      limits: limitsOf(read),
    },
  };
}
