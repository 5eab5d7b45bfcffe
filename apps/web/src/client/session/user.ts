import type { Brand, KeyValue, LoginAnswer } from '@samtal/api-contract';

/** The signed-in user: the answer to the login and the credentials typed for it (LOGIN-15). */
export type User = LoginAnswer & {
  readonly username: string;
  readonly password: string;
  /** The token of the one-click link, for visitors (KIOSK-13). */
  readonly token?: string;
  /** The operator's reference for a visitor, for Call-Info. */
  readonly ref?: string;
};

/**
 * Whether the user is a caller without an account, logged in with the brand's credentials for such callers
 * (ANON-01).
 */
export const isAnonymous = ({ username }: Pick<User, 'username'>, { anonymous }: Brand): boolean =>
  anonymous.enabled && username === anonymous.username;

/** The settings that the server holds for this user's client: of the system, and of the user. */
export type SystemConfig = {
  readonly systemSettings: readonly KeyValue[];
  readonly webSettings: readonly KeyValue[];
};

/** The name in the user's profile, else the username. */
export function fullNameOf({ properties, username }: Pick<User, 'properties' | 'username'>): string {
  const valueOf = (wanted: string) =>
    properties.propertySet.find(({ key }) => key === wanted)?.value?.trim() ?? '';
  return `${valueOf('FORENAME')} ${valueOf('SURNAME')}`.trim() || username;
}
