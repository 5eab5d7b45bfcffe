/**
 * Computes and verifies memory-hard hashes in PHC string form, such as
 * `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. It takes the same time for a right, a wrong and an absent hash; an
   * absent one never matches.
   */
  verify(password: string, phc: string | undefined): Promise<boolean>;
};
