import type { Clock } from '@samtal/sip';
import type { FastifyInstance } from 'fastify';
import type { SipServer } from '../sip/sip-server.ts';
import { controlApi } from './control-api.ts';
import { createFaultyHttp } from './faulty-http.ts';
import { createFaultySipServer } from './faulty-sip-server.ts';

export type TestingMode = {
  /** Stands between the given server and its connections. */
  readonly sip: SipServer;
  /** Adds `/test/*` and stands before every resource that comes after. */
  readonly extendHttp: (app: FastifyInstance) => void;
};

/** What `SAMTAL_MODE=test` adds around the server that everybody else gets, and what no other mode has. */
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
