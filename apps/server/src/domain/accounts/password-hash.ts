/** A memory-hard hash in PHC string form, e.g. `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes the same time for a right, a wrong and an absent hash; `undefined` never matches. */
  verify(password: string, phc: string | undefined): Promise<boolean>;
};
