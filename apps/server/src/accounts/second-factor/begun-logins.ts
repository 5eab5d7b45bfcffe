import { hashToken } from '../../crypto/secrets.ts';
import type { Account } from '../../domain/accounts/account.ts';
import type { ShortLived } from '../../domain/coordination/short-lived.ts';

/** A log-in whose password was right, and which waits for the second step. */
export type BegunLogin = {
  readonly accountId: string;
  /** Changes with the password, and with each log-out everywhere; then this log-in is no longer valid. */
  readonly mark: string;
  /** The second step is passed, and the user is asked whether to keep the account (decision D96). */
  readonly isPassed: boolean;
};

export type BegunLogins = {
  /** @returns a ticket for the second step */
  begin(account: Account): Promise<string>;
  find(ticket: string): Promise<BegunLogin | undefined>;
  /** Whether the account has the password with which the log-in began, and was not logged out everywhere since. */
  isOf(login: BegunLogin, account: Account): boolean;
  pass(ticket: string, login: BegunLogin): Promise<void>;
  end(ticket: string): Promise<void>;
};

type Tools = { readonly createSecret: () => string; readonly shortLived: ShortLived };

const markOf = ({ passwordHash, logOuts }: Account): string => hashToken(`${logOuts} ${passwordHash ?? ''}`);

export function createBegunLogins({ createSecret, shortLived }: Tools): BegunLogins {
  const put = (ticket: string, login: BegunLogin): Promise<void> =>
    shortLived.put('begunLogin', ticket, JSON.stringify(login));
  return {
    async begin(account) {
      const ticket = createSecret();
      await put(ticket, { accountId: account.id, mark: markOf(account), isPassed: false });
      return ticket;
    },
    async find(ticket) {
      const found = await shortLived.find('begunLogin', ticket);
      return found === undefined ? undefined : (JSON.parse(found.value) as BegunLogin);
    },
    isOf: ({ accountId, mark }, account) => accountId === account.id && mark === markOf(account),
    pass: (ticket, login) => put(ticket, { ...login, isPassed: true }),
    async end(ticket) {
      await shortLived.take('begunLogin', ticket);
    },
  };
}
