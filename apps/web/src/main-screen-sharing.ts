/** The part of the composition root that is loaded for the first shared screen (decision D88). */
import type { ScreenCode } from '@samtal/call-core';
import { stepScreens } from '@samtal/call-core/screen';
import { createScreenCapture, type ScreenCaptureOptions } from './platform/media/screen-capture.ts';

export { createScreenSection } from './platform/signalling/screen/screen-section.ts';

export const createScreenCode = (options: ScreenCaptureOptions): ScreenCode => ({
  stepScreens,
  capture: createScreenCapture(options),
});
