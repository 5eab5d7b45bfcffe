import { testOutage } from '../support/outage.ts';

testOutage(60);
