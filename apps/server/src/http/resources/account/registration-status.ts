import type { RegistrationAnswer } from '@samtal/api-contract';
import type { AccountStatus } from '../../../domain/accounts/account.ts';

/** What a new account still needs before its user can log in. */
export const REGISTRATION_STATUS = {
  active: 'ACTIVE',
  unverified: 'NEEDS_VERIFICATION',
  awaitingApproval: 'NEEDS_APPROVAL',
  disabled: 'NEEDS_APPROVAL',
} as const satisfies Record<AccountStatus, RegistrationAnswer['status']>;
