/** Without port and final dot of the host, which a SIP server does not look at when it finds the user. */
const plain = (address: string): string => address.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Whether two addresses name one user, also in another spelling of the host. */
export const isSameAddress = (one: string, two: string): boolean => plain(one) === plain(two);
