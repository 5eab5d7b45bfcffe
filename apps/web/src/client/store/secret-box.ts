export type Opened =
  | { readonly ok: true; readonly secret: string }
  /**
   * `isForGood`: this browser can never decrypt it again; otherwise the code or key is not available at the
   * moment.
   */
  | { readonly ok: false; readonly isForGood: boolean };

/** Stores secrets so that only this browser can read them. */
export interface SecretBox {
  /** Undefined if that is impossible. */
  seal(secret: string): Promise<string | undefined>;
  open(sealed: string): Promise<Opened>;
}
