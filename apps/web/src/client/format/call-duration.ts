const two = (count: number): string => String(count).padStart(2, '0');

/** `mm:ss`, after one hour `h:mm:ss`; 00:00 if the clock was set back. */
export function durationWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const clock = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? clock : `${hours}:${clock}`;
}
