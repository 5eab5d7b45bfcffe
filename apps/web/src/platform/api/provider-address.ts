import { PROVIDER_START_PATH } from '@samtal/api-contract';
import { basePath } from '../../client/product/base-path.ts';

/**
 * The address that begins a log-in at the provider with a ticket, which works once.
 * @param server base of the user API; empty = the page's own origin
 */
export function providerAddress(server: string, ticket: string): string {
  const base = server === '' ? basePath : server.replace(/\/$/, '');
  return `${base}${PROVIDER_START_PATH}?ticket=${encodeURIComponent(ticket)}`;
}
