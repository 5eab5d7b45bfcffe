import { languageOf, PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { propertyOf } from '../domain/accounts/account.ts';
import { type TextKey, type TextValues, textsFor } from '../texts/texts.ts';

import { accountNameOf, isPlainFirstName, isPlainUsername } from './account-name.ts';
import type { Mail } from './mail.ts';

export type MailContext = {
  /** Name of the product in this brand. */
  readonly brandName: string;
  /** Address of the web app without a trailing slash; never taken from a request (host header injection). */
  readonly publicUrl: string;
};

type Draft = {
  readonly subject: TextKey;
  readonly lines: readonly (TextKey | undefined)[];
  readonly values: TextValues;
};

/**
 * The mail to the user of an account, in the user's language; undefined if the account has no e-mail address.
 */
function letter(account: Account, { subject, lines, values }: Draft): Mail | undefined {
  const to = propertyOf(account, PROPERTY_KEYS.email);
  if (to === '') return undefined;
  const text = textsFor(account.language);
  const firstName = propertyOf(account, PROPERTY_KEYS.firstName);
  const username = accountNameOf(account);
  const all: TextValues = { username, name: isPlainFirstName(firstName) ? firstName : username, ...values };
  const paragraphs: readonly (TextKey | undefined)[] = ['greeting', ...lines];
  return {
    to,
    subject: text(subject, all),
    text: `${paragraphs
      .filter((line) => line !== undefined)
      .map((line) => text(line, all))
      .join('\n\n')}\n`,
  };
}

/**
 * The line that names username and address. If a mail program could make a link of the username: the address
 * alone if it begins with the username, or else no line.
 */
function namesLine({ username, addresses: [address = ''] }: Account): TextKey | undefined {
  if (isPlainUsername(username)) return 'registrationNames';
  return address.startsWith(`${username}@`) ? 'registrationAddress' : undefined;
}

type Welcome = { readonly password: string | undefined; readonly verificationKey: string | undefined };

/**
 * The mail after registration: data for the first login, the link that verifies the address.
 */
export function composeRegistrationMail(
  account: Account,
  { password, verificationKey }: Welcome,
  { brandName, publicUrl }: MailContext,
): Mail | undefined {
  const link =
    verificationKey === undefined
      ? `${publicUrl}/login`
      : `${publicUrl}/registration/verify/${encodeURIComponent(account.id)}/${encodeURIComponent(verificationKey)}`;
  const isWaiting = account.status === 'awaitingApproval';
  return letter(account, {
    subject: 'registrationSubject',
    values: { brand: brandName, link, sip: account.addresses[0] ?? '', password: password ?? '' },
    lines: [
      'registrationBody',
      namesLine(account),
      password === undefined ? undefined : 'registrationPassword',
      isWaiting ? 'registrationApproval' : undefined,
      verificationKey === undefined && !isWaiting ? 'login' : undefined,
      verificationKey === undefined ? undefined : 'registrationVerify',
    ],
  });
}

/** The link for a new password. */
export function passwordLink(
  { id, username }: Pick<Account, 'id' | 'username'>,
  key: string,
  { publicUrl }: Pick<MailContext, 'publicUrl'>,
): string {
  const query = new URLSearchParams({ key, uid: id, uname: username });
  return `${publicUrl}/newpassword?${query.toString()}`;
}

/** The mail with the link for a new password (RESET-09, RESET-13). */
export function composeResetMail(account: Account, key: string, context: MailContext): Mail | undefined {
  return letter(account, {
    subject: 'resetSubject',
    values: { brand: context.brandName, link: passwordLink(account, key, context) },
    lines: ['resetBody', 'resetIgnore'],
  });
}

/** The mail that tells the user that an administrator has approved the account (SIGNUP-33). */
export function composeApprovalMail(account: Account, context: MailContext): Mail | undefined {
  return letter(account, {
    subject: 'approvalSubject',
    values: { brand: context.brandName, link: `${context.publicUrl}/login` },
    lines: ['approvalBody', 'login'],
  });
}

/** The mail that says that the password was changed, with advice for a user who did not change it. */
export function composePasswordChangedMail(account: Account, context: MailContext): Mail | undefined {
  return letter(account, {
    subject: 'changedSubject',
    values: { brand: context.brandName, link: `${context.publicUrl}/resetpassword` },
    lines: ['changedBody', 'changedWarning'],
  });
}

/**
 * The mail to a new e-mail address that was entered for an account: only a link. The name of the account, and
 * every other text written by a user, could be a message to a stranger.
 */
export function composeEmailChangeMail(
  { id, language }: Account,
  { email, key }: { readonly email: string; readonly key: string },
  { brandName, publicUrl }: MailContext,
): Mail {
  const text = textsFor(language);
  const path = `registration/verify/${encodeURIComponent(id)}/${encodeURIComponent(key)}?email=true`;
  const values = { brand: brandName, link: `${publicUrl}/${path}` };
  return {
    to: email,
    subject: text('emailSubject', values),
    text: `${text('emailBody', values)}\n\n${text('emailIgnore', values)}\n`,
  };
}

/**
 * The mail that tells the current address that another one was entered, with advice for a user who did not
 * enter it.
 */
export function composeEmailNoticeMail(account: Account, context: MailContext): Mail | undefined {
  return letter(account, {
    subject: 'emailNoticeSubject',
    values: { brand: context.brandName, link: `${context.publicUrl}/resetpassword` },
    lines: ['emailNoticeBody', 'changedWarning'],
  });
}

/** The mail that says that the account will be deleted, and how its user can keep it (decision D96). */
export function composeDeletionMail(
  account: Account,
  dueAt: number,
  { brandName, publicUrl }: MailContext,
): Mail | undefined {
  const date = new Intl.DateTimeFormat(languageOf(account.language ?? ''), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return letter(account, {
    subject: 'deletionSubject',
    values: {
      brand: brandName,
      date: date.format(dueAt),
      link: `${publicUrl}/login`,
      reset: `${publicUrl}/resetpassword`,
    },
    lines: ['deletionBody', 'deletionKeep', 'deletionWarning'],
  });
}

/** The mail that says that the account stays, with advice for a user who did not decide that. */
export function composeAccountKeptMail(account: Account, context: MailContext): Mail | undefined {
  return letter(account, {
    subject: 'keptSubject',
    values: { brand: context.brandName, link: `${context.publicUrl}/resetpassword` },
    lines: ['keptBody', 'changedWarning'],
  });
}

/**
 * The mail that says that the account can now be used by a person of the provider (decision D99), with advice for a user
 * who did not do that.
 */
export function composeIdentityConnectedMail(
  account: Account,
  provider: string,
  context: MailContext,
): Mail | undefined {
  return letter(account, {
    subject: 'connectedSubject',
    values: { brand: context.brandName, provider, link: `${context.publicUrl}/resetpassword` },
    lines: ['connectedBody', 'connectedWarning'],
  });
}

/** What has happened to the second step of the log-in. */
export type SecondFactorChange =
  | 'appAdded'
  | 'passkeyAdded'
  | 'factorRemoved'
  | 'secondFactorOff'
  | 'secondFactorOffByOperator'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'codesGuessed';

/** The mail about the second step of the log-in (decision D100), with advice for a user who did not cause it. */
export function composeSecondFactorMail(
  account: Account,
  change: SecondFactorChange,
  context: MailContext,
): Mail | undefined {
  return letter(account, {
    subject: 'secondFactorSubject',
    values: { brand: context.brandName, link: `${context.publicUrl}/resetpassword` },
    lines: [change, change === 'secondFactorOffByOperator' ? undefined : 'secondFactorWarning'],
  });
}
