const two = (count: number): string => String(count).padStart(2, '0');

/** `mm:ss`, from the first full hour `h:mm:ss`; a clock that was set back gives 00:00. */
export function durationWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const clock = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? clock : `${hours}:${clock}`;
}
