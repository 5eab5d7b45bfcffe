import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';

/** For journeys with notifications, pushes or installed apps, which a Chromium without windows does not have. */
export const wholeChromium = { executablePath: findChromium() ?? '', args: chromiumFlags };
