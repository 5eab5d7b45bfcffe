import type { Brand } from '@samtal/api-contract';
import type { AccountService } from '../../accounts/account-service.ts';
import type { SecondFactors } from '../../accounts/second-factor/second-factors.ts';
import type { NameBorders } from '../../audit/name-borders.ts';
import type { ReadOwnAudit } from '../../audit/own-audit.ts';
import type { AuditReader } from '../../audit/read-audit.ts';
import type { Captcha } from '../../captcha/captcha.ts';
import type { DeviceCookies } from '../../crypto/device-cookies.ts';
import type { KioskTokens } from '../../crypto/kiosk-tokens.ts';
import type { PasswordHasher } from '../../domain/accounts/password-hash.ts';
import type { Coordination } from '../../domain/coordination/coordination.ts';
import type { Meter } from '../../domain/meter.ts';
import type { OperatorLimits } from '../../domain/limits/limits.ts';
import type { WorkQueue } from '../../domain/limits/work-queue.ts';
import type { Audit } from '../../domain/security-event.ts';
import type { Mailer } from '../../mail/mail.ts';
import type { SignIn } from '../../oidc/sign-in.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import type { TurnServers } from '../../turn/turn-servers.ts';
import type { WebPush } from '../../web-push/web-push.ts';
import type { ListSender } from './answers/send-list.ts';

/** Which addresses have devices that are registered now. */
export type Registrations = {
  /** How many devices are registered for an address. */
  readonly count: (address: string) => number;
  readonly addresses: () => readonly string[];
};

/** Dependencies of the resources of the user API; `changes` tells the tabs and devices of an account what has changed. */
export type HttpContext = Pick<Coordination, 'changes' | 'attempts' | 'shortLived' | 'turns'> & {
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  /** Queue of the requests that compute a password hash, keyed by the visitor's address. */
  readonly hashing: WorkQueue;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds, for limits: the wall clock may be set back or forward. */
  readonly elapsedMs: () => number;
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  /** Address of the SIP WebSocket for browsers; absent = `/sip` on the host that they requested. */
  readonly sipWsUri: string | undefined;
  /** In lower case. */
  readonly sipDomain: string;
  readonly brand: Brand;
  /** Address of the web app for links in mails, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly accountService: AccountService;
  readonly mailer: Mailer;
  readonly captcha: Captcha;
  readonly kioskTokens: KioskTokens;
  readonly deviceCookies: DeviceCookies;
  /** Absent when the operator has no TURN servers that share a secret with this server. */
  readonly turnServers: TurnServers | undefined;
  /** Absent with an external SIP server that has no part in it. */
  readonly webPush: WebPush | undefined;
  /** Absent when the operator has no OpenID Connect provider (decision D99). */
  readonly signIn: SignIn | undefined;
  readonly secondFactors: SecondFactors;
  /** Whether roles are good only for accounts with a second factor (decision D100). */
  readonly consoleNeedsSecondFactor: boolean;
  /** What is registered now; absent with an external SIP server. */
  readonly registrations?: Registrations | undefined;
  readonly audit: Audit;
  /** Counts what limits refuse; absent = nothing is counted. */
  readonly meter?: Pick<Meter, 'refused'> | undefined;
  /** Sends the answers that may be long. */
  readonly lists: ListSender;
  /** Days for which users may keep an account whose deletion they have asked for (decision D96). */
  readonly accountDeletionDays: number;
  readonly ownAudit: ReadOwnAudit;
  /** The audit as operators see it (decision D107); absent with several processes, which have one each. */
  readonly auditReader: AuditReader | undefined;
  /** Since when each username belongs to its present account. */
  readonly nameBorders: () => Promise<NameBorders>;
  readonly limits: OperatorLimits;
  /** Whether requests per visitor are limited; tests may turn the limits off. */
  readonly hasRequestLimits: boolean;
};
