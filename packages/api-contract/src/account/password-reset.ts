import * as z from 'zod/mini';
import type { AccountRules } from '../values/field-rules.ts';
import { isEmail, isUsername } from '../values/field-rules.ts';

const short = z.string().check(z.minLength(1), z.maxLength(255));

/** Query of user/requestResetPassword: either username or email identifies the user (RESET-05). */
export const resetRequestSchema = z.object({
  lang: z.optional(z.string().check(z.maxLength(35))),
  orgid: z.optional(z.string().check(z.maxLength(32))),
  username: z.optional(short),
  email: z.optional(short),
  captcha: z.optional(z.string().check(z.maxLength(4096))),
});

/** Query of user/setNewPassword: `key` and `uid` come from the link in the mail (RESET-13). */
export const newPasswordRequestSchema = z.object({
  key: short,
  uid: short,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});

/** The username or e-mail address typed into the reset form; undefined if it is neither (RESET-02). */
export function resetIdentifierOf(
  typed: string,
  rules: Pick<AccountRules, 'usernameRegex'>,
): { readonly username: string } | { readonly email: string } | undefined {
  const value = typed.trim();
  if (isEmail(value)) return { email: value };
  return isUsername(value, rules) ? { username: value } : undefined;
}
