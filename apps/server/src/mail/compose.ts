import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { propertyOf } from '../domain/accounts/account.ts';
import { accountNameOf, isPlainFirstName, isPlainUsername } from './account-name.ts';
import type { Mail } from './mail.ts';
import { mailTextsFor } from './mail-texts.ts';
import type { MailTexts } from './texts/en.ts';

export type MailContext = {
  /** Name of the product in this brand. */
  readonly brandName: string;
  /** Address of the web app without a trailing slash; never taken from a request (host header injection). */
  readonly publicUrl: string;
};

type Values = Readonly<Record<string, string>>;

/** A placeholder is part of one line of text: no value can start a new line. */
const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '').replaceAll(/[\r\n\u2028\u2029]+/g, ' ') : whole,
  );

type Draft = {
  readonly subject: string;
  readonly lines: readonly (string | undefined)[];
  readonly values: Values;
};

/** @returns undefined when the account has no e-mail address */
function letter(account: Account, { subject, lines, values }: Draft): Mail | undefined {
  const to = propertyOf(account, PROPERTY_KEYS.email);
  if (to === '') return undefined;
  const texts = mailTextsFor(account.language);
  const firstName = propertyOf(account, PROPERTY_KEYS.firstName);
  const username = accountNameOf(account);
  const all: Values = { username, name: isPlainFirstName(firstName) ? firstName : username, ...values };
  const paragraphs = [texts.greeting, ...lines].filter((line) => line !== undefined);
  return {
    to,
    subject: fill(subject, all),
    text: `${paragraphs.map((line) => fill(line, all)).join('\n\n')}\n`,
  };
}

/** The login names; for a username that reads as a link, the user part of the address. */
function namesLine({ username, addresses: [address = ''] }: Account, texts: MailTexts): string | undefined {
  if (isPlainUsername(username)) return texts.registrationNames;
  return address.startsWith(`${username}@`) ? texts.registrationAddress : undefined;
}

type Welcome = { readonly password: string | undefined; readonly verificationKey: string | undefined };

/** After registration: data for the first login, and the link that verifies the address. */
export function composeRegistrationMail(
  account: Account,
  { password, verificationKey }: Welcome,
  { brandName, publicUrl }: MailContext,
): Mail | undefined {
  const texts = mailTextsFor(account.language);
  const link =
    verificationKey === undefined
      ? `${publicUrl}/login`
      : `${publicUrl}/registration/verify/${encodeURIComponent(account.id)}/${encodeURIComponent(verificationKey)}`;
  const isWaiting = account.status === 'awaitingApproval';
  return letter(account, {
    subject: texts.registrationSubject,
    values: { brand: brandName, link, sip: account.addresses[0] ?? '', password: password ?? '' },
    lines: [
      texts.registrationBody,
      namesLine(account, texts),
      password === undefined ? undefined : texts.registrationPassword,
      isWaiting ? texts.registrationApproval : undefined,
      verificationKey === undefined && !isWaiting ? texts.login : undefined,
      verificationKey === undefined ? undefined : texts.registrationVerify,
    ],
  });
}

/** The link for a new password (RESET-09, RESET-13). */
export function composeResetMail(account: Account, key: string, context: MailContext): Mail | undefined {
  const texts = mailTextsFor(account.language);
  const query = new URLSearchParams({ key, uid: account.id, uname: account.username });
  return letter(account, {
    subject: texts.resetSubject,
    values: { brand: context.brandName, link: `${context.publicUrl}/newpassword?${query.toString()}` },
    lines: [texts.resetBody, texts.resetIgnore],
  });
}

/** An administrator has approved the account (SIGNUP-33). */
export function composeApprovalMail(account: Account, context: MailContext): Mail | undefined {
  const texts = mailTextsFor(account.language);
  return letter(account, {
    subject: texts.approvalSubject,
    values: { brand: context.brandName, link: `${context.publicUrl}/login` },
    lines: [texts.approvalBody, texts.login],
  });
}

/** A notice, for the case that the user did not change the password themselves. */
export function composePasswordChangedMail(account: Account, context: MailContext): Mail | undefined {
  const texts = mailTextsFor(account.language);
  return letter(account, {
    subject: texts.changedSubject,
    values: { brand: context.brandName, link: `${context.publicUrl}/resetpassword` },
    lines: [texts.changedBody, texts.changedWarning],
  });
}

/**
 * To an address that was entered for an account: only a link. The name of the account, and every other text
 * written by a user, could be a message to a stranger.
 */
export function composeEmailChangeMail(
  { id, language }: Account,
  { email, key }: { readonly email: string; readonly key: string },
  { brandName, publicUrl }: MailContext,
): Mail {
  const texts = mailTextsFor(language);
  const path = `registration/verify/${encodeURIComponent(id)}/${encodeURIComponent(key)}?email=true`;
  const values = { brand: brandName, link: `${publicUrl}/${path}` };
  return {
    to: email,
    subject: fill(texts.emailSubject, values),
    text: `${[texts.emailBody, texts.emailIgnore].map((line) => fill(line, values)).join('\n\n')}\n`,
  };
}

/** To the current address: another one was entered, and what to do if the user did not do that. */
export function composeEmailNoticeMail(account: Account, context: MailContext): Mail | undefined {
  const texts = mailTextsFor(account.language);
  return letter(account, {
    subject: texts.emailNoticeSubject,
    values: { brand: context.brandName, link: `${context.publicUrl}/resetpassword` },
    lines: [texts.emailNoticeBody, texts.changedWarning],
  });
}
