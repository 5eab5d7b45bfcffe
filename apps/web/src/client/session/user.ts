import type { Brand, KeyValue, LoginAnswer } from '@samtal/api-contract';

/** Who is signed in: the answer to the login and what was typed for it (LOGIN-15). */
export type User = LoginAnswer & {
  readonly username: string;
  readonly password: string;
  /** Of the one-click link that led here, for visitors (KIOSK-13). */
  readonly token?: string;
  /** The operator's reference of a visitor, for Call-Info. */
  readonly ref?: string;
};

/** Somebody who calls without an account, with the credentials that the brand has for them (ANON-01). */
export const isAnonymous = ({ username }: Pick<User, 'username'>, { anonymous }: Brand): boolean =>
  anonymous.enabled && username === anonymous.username;

/** What the server says about this person's client, as it came. */
export type SystemConfig = {
  readonly systemSettings: readonly KeyValue[];
  readonly webSettings: readonly KeyValue[];
};
