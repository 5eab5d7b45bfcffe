export type Opened =
  | { readonly ok: true; readonly secret: string }
  /** `isForGood`: this browser cannot read it any more; otherwise what reads it is not there at the moment. */
  | { readonly ok: false; readonly isForGood: boolean };

/** Keeps secrets so that only this browser can read them. */
export interface SecretBox {
  /** Undefined where that is impossible. */
  seal(secret: string): Promise<string | undefined>;
  open(sealed: string): Promise<Opened>;
}
