/** A memory-hard hash in PHC string form, e.g. `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Costs the same whether it fits or not, and whether there is a hash or not: `undefined` never fits. */
  verify(password: string, phc: string | undefined): Promise<boolean>;
};
