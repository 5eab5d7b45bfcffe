import { CAPABILITY_KEYS, type OrganisationRules, organisationRulesOf, valueOf } from '@samtal/api-contract';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { SignedIn } from '../../../client/session/session.ts';
import { useStore } from '../../../client/store/store.ts';
import { isPostedBy } from '../form/use-organisation.ts';

export type Profile = Pick<SignedIn, 'user' | 'features'> & {
  readonly organisation: OrganisationRules;
  readonly isPosted: boolean;
  /** The organisation and the brand let users change their password (PROFILE-05). */
  readonly canChangePassword: boolean;
  /** Log-in in two steps is offered; people with a role in the console may always have it (decision D100). */
  readonly hasSecondFactor: boolean;
};

/** The logged-in user and the rights to change the profile; undefined during logout. */
export function useProfile(): Profile | undefined {
  const { session } = useAppServices();
  const state = useStore(session.state);
  if (state.phase !== 'signedIn') return undefined;
  const { user, settings, features } = state;
  const organisation = organisationRulesOf(Object.entries(settings).map(([key, value]) => ({ key, value })));
  return {
    user,
    features,
    organisation,
    isPosted: isPostedBy(user.capabilities),
    hasSecondFactor:
      features.secondFactor ||
      (features.console && valueOf(user.capabilities, CAPABILITY_KEYS.consoleRole) !== undefined),
    canChangePassword: features.changePassword && organisation.changeableFields.includes('password'),
  };
}
