import type { KeyValue, LoginAnswer } from '@samtal/api-contract';

/** Who is signed in: the answer to the login and what was typed for it (LOGIN-15). */
export type User = LoginAnswer & { readonly username: string; readonly password: string };

/** What the server says about this person's client, as it came. */
export type SystemConfig = {
  readonly systemSettings: readonly KeyValue[];
  readonly webSettings: readonly KeyValue[];
};
