/**
 * `createServer` of `node:http`. An import of that module would load Node's own `fetch` and WebSocket too, which takes
 * 14 MB in place of 4, because an import reads everything that a module exports.
 */
export const { createServer } = process.getBuiltinModule('node:http');
