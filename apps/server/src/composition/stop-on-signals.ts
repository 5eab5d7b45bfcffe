/** A shutdown that takes longer than this is forced. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Runs `stop` once, when a signal or the end of the parent process tells this process to end.
 * @returns a function that tells whether `stop` has been started
 */
export function stopOnSignals(stop: () => Promise<void>): () => boolean {
  let isStopping = false;
  const begin = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, begin);
  // Log rotation often sends SIGHUP; no log file is kept open, and ongoing calls must not end.
  process.on('SIGHUP', () => undefined);
  // The parent process has ended, perhaps by SIGKILL; this process must not keep the port and the database.
  process.once('disconnect', begin);
  process.channel?.unref();
  return () => isStopping;
}
