/**
 * `createServer` of `node:http`. An import reads everything that a module exports, and this one exports Node's own
 * WebSocket: it would take 14 MB instead of 4.
 */
export const { createServer } = process.getBuiltinModule('node:http');
