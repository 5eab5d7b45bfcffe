/** Composition root: configuration, storage, the listeners, the parties, and a graceful stop. Nothing else decides. */
