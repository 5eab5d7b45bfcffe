import { testOutage } from '../support/outage.ts';

for (const seconds of [1, 60]) testOutage(seconds);
