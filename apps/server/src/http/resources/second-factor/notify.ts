import type { Account } from '../../../domain/accounts/account.ts';
import { composeSecondFactorMail, type SecondFactorChange } from '../../../mail/compose.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { mailContextOf } from '../account/mail-context.ts';
import type { MailLimits } from '../account/mail-limits.ts';

/** Tells the user of an account by mail what has happened to the second step. */
export async function notifyOfSecondFactor(
  context: HttpContext,
  limits: MailLimits,
  account: Account,
  change: SecondFactorChange,
): Promise<void> {
  const mail = composeSecondFactorMail(account, change, mailContextOf(context));
  if (mail !== undefined && (await limits.mayNotify(account.id))) context.mailer.send(mail);
}
