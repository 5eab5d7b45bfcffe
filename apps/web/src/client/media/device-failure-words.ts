import type { MediaFailure } from '@samtal/call-core';
import type { TextKey } from '../../i18n/index.ts';

/** The text for each reason why a device did not open; it also says what the user can do. */
export const deviceFailureWords: Readonly<Record<MediaFailure, TextKey>> = {
  denied: 'devices.denied',
  notFound: 'error.requestedDeviceNotFound',
  inUse: 'error.mediaNotReadable',
  other: 'devices.failed',
};
