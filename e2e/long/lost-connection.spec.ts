import { testOutage } from '../support/faults/outage.ts';

for (const seconds of [1, 60]) testOutage(seconds);
