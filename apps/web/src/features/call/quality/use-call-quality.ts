import { useEffect, useState } from 'react';
import type { CallMonitor } from '../../../client/ports/call-monitor.ts';
import type { QualitySummary } from '../../../client/quality/call-quality.ts';
import {
  judge,
  type SteadyQuality,
  steady,
  unknownQuality,
} from '../../../client/quality/call-quality-judge.ts';
import { nothingSpoken, type SpokenQuality, speak } from '../../../client/quality/spoken-quality.ts';

export type CallQuality = SteadyQuality & {
  readonly spoken: SpokenQuality;
  /** The measured values; undefined until there are two measurements to compare. */
  readonly summary: QualitySummary | undefined;
};

const nothingYet: CallQuality = { ...unknownQuality, spoken: nothingSpoken, summary: undefined };

/** Connection quality of a call, updated about every two seconds. For another call, mount a new component. */
export function useCallQuality(
  monitor: CallMonitor | undefined,
  { callId, isHeld }: { readonly callId: string; readonly isHeld: boolean },
): CallQuality {
  const [quality, setQuality] = useState(nothingYet);
  useEffect(() => {
    return monitor?.watchQuality(callId, (summary) => {
      const judged = judge(isHeld ? { ...summary, videoIn: undefined } : summary);
      setQuality((before) => {
        const next = steady(before, judged);
        return { ...next, spoken: speak(before.spoken, next.shown, summary.atMs), summary };
      });
    });
  }, [monitor, callId, isHeld]);
  return quality;
}
