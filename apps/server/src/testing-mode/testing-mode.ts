import type { Clock } from '@samtal/sip';
import type { FastifyInstance } from 'fastify';
import type { SipServer } from '../sip/sip-server.ts';
import { controlApi } from './control-api.ts';
import { createFaultyHttp } from './faulty-http.ts';
import { createFaultySipServer } from './faulty-sip-server.ts';

export type TestingMode = {
  /** The given server, with faults between it and its connections. */
  readonly sip: SipServer;
  /** Adds `/test/*`, and faults before every resource that is added later. */
  readonly extendHttp: (app: FastifyInstance) => void;
};

/** The additions of `SAMTAL_MODE=test` to the server; no other mode has them. */
export function createTestingMode(
  server: SipServer,
  clock: Clock,
  listPositions: () => readonly object[],
): TestingMode {
  const faultySip = createFaultySipServer(server, clock);
  const faultyHttp = createFaultyHttp(clock);
  return {
    sip: faultySip.sip,
    extendHttp(app) {
      void app.register(controlApi(faultySip, faultyHttp, listPositions), { prefix: '/test' });
      faultyHttp.watch(app);
    },
  };
}
