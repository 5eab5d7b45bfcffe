import type { SipRequest } from '@samtal/sip';
import { headers, isEqualSecret, parseNameAddr, parseUri } from '@samtal/sip';

/**
 * Record-Route with the two flows of a dialog under a signature (RFC 5626 §5.2 style): requests inside the dialog find
 * the other end by it whatever became of registrations and Contacts, and nobody can make one that leads elsewhere.
 */
export type FlowTokens = {
  /** A Record-Route value for a dialog between two flows. */
  readonly create: (caller: string, callee: string) => string;
  /** The two flows of the topmost Route, when this element made it; `forged` when it looks so and is not. */
  read(request: SipRequest): { readonly caller: string; readonly callee: string } | 'none' | 'forged';
};

export function createFlowTokens(domain: string, sign: (text: string) => string): FlowTokens {
  return {
    create(caller, callee) {
      const flows = `${caller}.${callee}`;
      return `<sip:${flows}.${sign(flows)}@${domain};transport=ws;lr>`;
    },
    read(request) {
      const route = parseNameAddr(headers(request, 'Route')[0] ?? '');
      const uri = route && parseUri(route.uri);
      if (uri?.user === undefined || uri.host !== domain) return 'none';
      const [caller = '', callee = '', signature = '', ...more] = uri.user.split('.');
      return more.length === 0 && isEqualSecret(signature, sign(`${caller}.${callee}`))
        ? { caller, callee }
        : 'forged';
    },
  };
}
