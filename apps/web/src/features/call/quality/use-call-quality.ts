import { useEffect, useState } from 'react';
import type { CallMonitor } from '../../../client/ports/call-monitor.ts';
import type { QualitySummary } from '../../../client/quality/call-quality.ts';
import {
  judge,
  type SteadyQuality,
  steady,
  unknownQuality,
} from '../../../client/quality/call-quality-judge.ts';

export type CallQuality = SteadyQuality & {
  /** Undefined until there is something to compare with. */
  readonly summary: QualitySummary | undefined;
};

const nothingYet: CallQuality = { ...unknownQuality, summary: undefined };

/** How good the connection of a call is, about every two seconds. Another call needs another component. */
export function useCallQuality(monitor: CallMonitor | undefined, callId: string): CallQuality {
  const [quality, setQuality] = useState(nothingYet);
  useEffect(() => {
    return monitor?.watchQuality(callId, (summary) =>
      setQuality((before) => ({ ...steady(before, judge(summary)), summary })),
    );
  }, [monitor, callId]);
  return quality;
}
