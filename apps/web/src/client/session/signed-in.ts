import {
  type Brand,
  coloursOfTheme,
  type Features,
  featuresFor,
  type KeyValue,
  mergeSettings,
  PROPERTY_KEYS,
  type Settings,
  valueOf,
} from '@samtal/api-contract';
import { isAnonymous, type SystemConfig, type User } from './user.ts';

export type SignedIn = {
  readonly phase: 'signedIn';
  readonly user: User;
  readonly settings: Settings;
  readonly features: Features;
  /**
   * A passing visitor: without an account, or logged in by a one-click link. Their data is not kept after the
   * visit.
   */
  readonly isPassing?: boolean;
};

/**
 * The features that are off for a user without an account, who has no profile (ROUTE-26) and no mailbox
 * (SET-25).
 */
const withoutAccount = {
  userInformation: false,
  userInformationEdit: false,
  changePassword: false,
  changeMessage: false,
  messages: false,
  myAddress: false,
  firstSteps: false,
  webPush: false,
  installableApp: false,
} as const;

/**
 * The user with their features and settings, from all known data.
 * @param anonymousSettings what this browser remembers for users without an account (SET-25)
 */
export function signedInOf(
  brand: Brand,
  user: User,
  { systemSettings, webSettings }: SystemConfig,
  anonymousSettings: () => readonly KeyValue[],
): SignedIn {
  const { capabilities, properties } = user;
  const isVisitor = isAnonymous(user, brand);
  const organisation = Number.parseInt(valueOf(properties.propertySet, PROPERTY_KEYS.organisation) ?? '', 10);
  const features = featuresFor(brand, Number.isNaN(organisation) ? undefined : organisation, [
    ...capabilities,
    ...systemSettings,
  ]);
  const chosen = isVisitor ? anonymousSettings() : webSettings;
  return {
    phase: 'signedIn',
    user,
    settings: mergeSettings(
      features.textFollowsTheme ? { ...coloursOfTheme, ...brand.defaultSettings } : brand.defaultSettings,
      capabilities,
      systemSettings,
      chosen,
    ),
    features: isVisitor ? { ...features, ...withoutAccount } : features,
    ...(isVisitor || user.token !== undefined ? { isPassing: true } : {}),
  };
}
