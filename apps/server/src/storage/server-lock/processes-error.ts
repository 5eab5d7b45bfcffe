/** The server processes of one database do not fit together; the message says what to do. */
export class ProcessesError extends Error {}
