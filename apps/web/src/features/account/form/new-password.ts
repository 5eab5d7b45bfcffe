import { type AccountRules, type FieldProblem, passwordProblem } from '@samtal/api-contract';

export type NewPassword = { readonly password1: string; readonly password2: string };

/** Errors of a new password that is typed twice (RESET-11, RESET-12, PROFILE-12). */
export function newPasswordProblems(
  { password1, password2 }: NewPassword,
  username: string,
  rules: AccountRules,
): { readonly password1?: FieldProblem; readonly password2?: 'mismatch' } {
  const problem = passwordProblem(password1, username, rules);
  return {
    ...(problem === undefined ? {} : { password1: problem }),
    ...(password2 === password1 ? {} : { password2: 'mismatch' }),
  };
}
