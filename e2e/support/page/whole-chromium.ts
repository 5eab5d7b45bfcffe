import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';
import { isOnCluster } from '../cluster/on-cluster.ts';

/** For journeys with notifications, pushes or installed apps, which a Chromium without windows does not have. */
export const wholeChromium = {
  executablePath: findChromium() ?? '',
  args: [
    ...chromiumFlags,
    // Playwright's ignoreHTTPSErrors does not apply to the scripts of service workers.
    ...(isOnCluster ? ['--ignore-certificate-errors'] : []),
  ],
};
