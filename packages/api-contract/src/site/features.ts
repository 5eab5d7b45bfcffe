import { CAPABILITY_KEYS } from '../account/settings.ts';
import type { KeyValue } from '../values/key-value.ts';
import { valueOf } from '../values/key-value.ts';
import type { Brand, Flag } from './brand.ts';

export type FeatureName = keyof Brand['features'];
/** Every feature, on or off for one user. */
export type Features = Readonly<Record<FeatureName, boolean>>;

/**
 * Whether a feature is on for a user of `organisationId`, which is undefined before the login. A list of
 * organisations turns the feature on only for their users (BRAND-04, BRAND-13).
 */
export function isFeatureOn(flag: Flag, organisationId: number | undefined): boolean {
  if (typeof flag === 'boolean') return flag;
  return organisationId !== undefined && flag.includes(organisationId);
}

/**
 * Parses a FEATURE_ capability: `true`, `false` or a list of organisations such as `1,2`. Any other value
 * gives undefined and has no effect.
 */
function parseFlag(value: string): Flag | undefined {
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+(\s*,\s*\d+)*$/.test(text) ? text.split(',').map(Number) : undefined;
}

/**
 * The features of a user of `organisationId`: the brand's flags, overridden by the server's capabilities
 * (BRAND-06).
 */
export function featuresFor(
  brand: Brand,
  organisationId: number | undefined,
  capabilities: readonly KeyValue[],
): Features {
  const { features } = brand;
  const overridden = (name: string, flag: Flag): Flag => {
    const override = valueOf(capabilities, `${CAPABILITY_KEYS.featurePrefix}${name.toUpperCase()}`);
    return (override === undefined ? undefined : parseFlag(override)) ?? flag;
  };
  const contacts = overridden('contacts', features.contacts);
  const flags: Record<FeatureName, Flag> = {
    ...features,
    contactAdd: features.contactAdd ?? contacts,
    contactEdit: features.contactEdit ?? contacts,
    contactDelete: features.contactDelete ?? contacts,
  };
  const decided = Object.entries(flags).map(([name, flag]) => [
    name,
    isFeatureOn(overridden(name, flag), organisationId),
  ]);
  return Object.fromEntries(decided) as Features;
}
