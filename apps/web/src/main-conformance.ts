import type { CallClient } from '@samtal/call-core';
import { checkCall } from './client/conformance/check-call.ts';
import type { CheckConformance } from './client/conformance/check-facts.ts';
import { createCallProbe } from './platform/conformance/call-probe.ts';
import type { CallStreams } from './platform/media/call-streams.ts';
import { browserClock } from './platform/page/browser-clock.ts';

/** A part of the composition root that is loaded for the check of EN 301 549 (decision D90). */
export const composeConformance =
  (client: CallClient, streams: CallStreams): CheckConformance =>
  (target) =>
    checkCall(
      {
        client,
        clock: browserClock,
        probe(callId, ended) {
          const connection = streams.connection(callId);
          return connection && createCallProbe(connection, ended);
        },
      },
      target,
    );
