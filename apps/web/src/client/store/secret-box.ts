export type Opened =
  | { readonly ok: true; readonly secret: string }
  /**
   * `isForGood`: this browser can never decrypt the secret; false = the code or key is not available at the
   * moment.
   */
  | { readonly ok: false; readonly isForGood: boolean };

/** Stores secrets so that only this browser can read them. */
export interface SecretBox {
  /** Encrypts `secret`; resolves to undefined if that is impossible. */
  seal(secret: string): Promise<string | undefined>;
  open(sealed: string): Promise<Opened>;
}
