import { AGENT_LIMITS } from '../../domain/limits/limits.ts';

/** The default of LIMIT_MEDIA_CALLS: how many calls with a WebRTC stack this machine can handle. */
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
