/**
 * A part of the composition root that is loaded only for a call that goes on after a reload of the page, at this
 * end or at the other one (decision D81).
 */
export { takeTicket } from './client/calling/take-ticket.ts';
export { createTakeUps } from './platform/signalling/reload/take-ups.ts';
