import type { MediaFailure } from '@samtal/call-core';
import type { TextKey } from '../../i18n/index.ts';

/** Why a device did not open, and what to do. */
export const deviceFailureWords: Readonly<Record<MediaFailure, TextKey>> = {
  denied: 'devices.denied',
  notFound: 'error.requestedDeviceNotFound',
  inUse: 'error.mediaNotReadable',
  other: 'devices.failed',
};
