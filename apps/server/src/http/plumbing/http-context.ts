import type { Brand } from '@samtal/api-contract';
import type { AccountKeeper } from '../../accounts/account-keeper.ts';
import type { Captcha } from '../../captcha/captcha.ts';
import type { DeviceCookies } from '../../crypto/device-cookies.ts';
import type { KioskTokens } from '../../crypto/kiosk-tokens.ts';
import type { ChangeBus } from '../../domain/change-bus.ts';
import type { OperatorLimits } from '../../domain/limits.ts';
import type { PasswordHasher } from '../../domain/password-hash.ts';
import type { Audit } from '../../domain/security-event.ts';
import type { WorkQueue } from '../../domain/work-queue.ts';
import type { Mailer } from '../../mail/mail.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import type { TurnServers } from '../../turn/turn-servers.ts';
import type { ListSender } from './send-list.ts';

/** What the resources of the user API work with. */
export type HttpContext = {
  readonly repositories: Repositories;
  readonly hasher: PasswordHasher;
  /** Where requests wait that compute a password hash; by the address of the visitor. */
  readonly hashing: WorkQueue;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  /** Address of the SIP WebSocket for browsers; absent = `/sip` on the host they came to. */
  readonly sipWsUri: string | undefined;
  /** Lower case. */
  readonly sipDomain: string;
  readonly brand: Brand;
  /** Address of the web app for links in mails, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly keeper: AccountKeeper;
  /** Tells the tabs and devices of an account what has changed. */
  readonly changes: ChangeBus;
  readonly mailer: Mailer;
  readonly captcha: Captcha;
  readonly kioskTokens: KioskTokens;
  readonly deviceCookies: DeviceCookies;
  /** Absent where the operator has none that take credentials of ours. */
  readonly turnServers: TurnServers | undefined;
  readonly audit: Audit;
  /** Writes the answers that may be long. */
  readonly lists: ListSender;
  readonly limits: OperatorLimits;
  /** Whether visitors are counted; a test may send more requests than a person would. */
  readonly hasRequestLimits: boolean;
};
