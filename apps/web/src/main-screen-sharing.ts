/** The part of the composition root that is loaded for the first shared screen (decision D88). */
import type { ScreenCode } from '@samtal/call-core';
import { stepScreens } from '@samtal/call-core/screen';
import { createScreenCapture, type ScreenCaptureOptions } from './platform/media/screen-capture.ts';
import { createScreenSection } from './platform/signalling/screen/screen-section.ts';
import type { CreateScreenSection } from './platform/signalling/screen/screen-section-code.ts';

export type SharedScreens = ScreenCode & { readonly createScreenSection: CreateScreenSection };

type Options = Omit<ScreenCaptureOptions, 'mediaDevices'> & {
  /** Whether this side takes the screens of others. */
  readonly mayTake: () => boolean;
};

export const createSharedScreens = ({ mayTake, ...options }: Options): SharedScreens => ({
  stepScreens,
  createScreenSection: (call) => createScreenSection(call, mayTake),
  capture: createScreenCapture({ ...options, mediaDevices: navigator.mediaDevices }),
});
