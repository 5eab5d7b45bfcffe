import { type Brand, type KeyValue, type LoginAnswer, PROPERTY_KEYS } from '@samtal/api-contract';

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

const valueOf = ({ properties }: Pick<User, 'properties'>, wanted: string): string =>
  properties.propertySet.find(({ key }) => key === wanted)?.value?.trim() ?? '';

/** The name in the user's profile, else the username. */
export const fullNameOf = (user: Pick<User, 'properties' | 'username'>): string =>
  `${valueOf(user, 'FORENAME')} ${valueOf(user, 'SURNAME')}`.trim() || user.username;

/** The address of the user's picture; empty = none (decision D67). */
export const pictureOf = (user: Pick<User, 'properties'>): string => valueOf(user, PROPERTY_KEYS.picture);
