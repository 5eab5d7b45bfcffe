/**
 * How long a call rings, in milliseconds. The server ends it then, and a pushed device takes it to ring for as
 * long if its own clock says that the call is over.
 */
export const RING_MS = 30_000;
