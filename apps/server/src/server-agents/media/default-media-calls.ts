import { AGENT_LIMITS } from '../../domain/limits/limits.ts';

/** Calls with a WebRTC stack that this machine can handle beside its other work (LIMIT_MEDIA_CALLS). */
export function defaultMediaCalls({
  cores,
  memoryBytes,
}: {
  readonly cores: number;
  readonly memoryBytes: number;
}): number {
  const { mediaCallsPerCore, mediaCallsAtLeast, mediaCallsAtMost, mediaMemoryShare, mediaThreadMb } =
    AGENT_LIMITS;
  const fitting = Math.floor(memoryBytes / mediaMemoryShare / (mediaThreadMb * 1024 * 1024));
  return Math.max(mediaCallsAtLeast, Math.min(cores * mediaCallsPerCore, fitting, mediaCallsAtMost));
}
