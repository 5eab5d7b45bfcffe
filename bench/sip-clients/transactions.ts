import { randomBytes } from 'node:crypto';
import { credentialsFor } from './credentials.ts';
import { branchOf, challengeIn, statusOf, valueOf } from './messages.ts';

export type Request = {
  readonly method: string;
  readonly uri: string;
  readonly from: string;
  readonly to: string;
  readonly callId: string;
  /** Raised when the request is sent again with credentials. */
  cseq: number;
  readonly routes: readonly string[];
  readonly lines: readonly string[];
  readonly body: string;
};

export type Transactions = {
  /** Sends a request, and again with credentials if it is challenged. @returns the final response */
  send(request: Request, provisional?: (status: number) => void): Promise<string>;
  /** Sends the ACK of an answered call, which has no response. */
  acknowledge(request: Request): void;
  /** Takes a response from the network. */
  receive(response: string): void;
};

type Waiting = {
  readonly provisional: (status: number) => void;
  readonly final: (response: string) => void;
};

const createBranch = (): string => `z9hG4bK${randomBytes(7).toString('hex')}`;
const isChallenge = (status: number): boolean => status === 401 || status === 407;

/** Client transactions (RFC 3261 §17.1) of one client over a reliable transport. */
export function createTransactions(
  host: string,
  identity: { readonly username: string; readonly secret: string },
  write: (message: string) => void,
): Transactions {
  const waiting = new Map<string, Waiting>();

  function writeRequest(request: Request, branch: string, authorization: readonly string[] = []): void {
    const lines = [
      `${request.method} ${request.uri} SIP/2.0`,
      `Via: SIP/2.0/WS ${host};branch=${branch}`,
      'Max-Forwards: 70',
      ...request.routes.map((route) => `Route: ${route}`),
      `From: ${request.from}`,
      `To: ${request.to}`,
      `Call-ID: ${request.callId}`,
      `CSeq: ${request.cseq} ${request.method}`,
      'User-Agent: bench',
      ...request.lines,
      ...authorization,
      `Content-Length: ${request.body.length}`,
      '',
      request.body,
    ];
    write(lines.join('\r\n'));
  }

  /** The ACK of a refused INVITE belongs to its transaction. */
  function acknowledgeRefusal(invite: Request, branch: string, response: string): void {
    writeRequest({ ...invite, method: 'ACK', to: valueOf(response, 'To'), lines: [], body: '' }, branch);
  }

  const sendOnce = (
    request: Request,
    provisional: Waiting['provisional'],
    authorization: readonly string[],
  ): Promise<string> =>
    new Promise((resolve) => {
      const branch = createBranch();
      const final = (response: string): void => {
        if (request.method === 'INVITE' && statusOf(response) >= 300)
          acknowledgeRefusal(request, branch, response);
        resolve(response);
      };
      waiting.set(branch, { provisional, final });
      writeRequest(request, branch, authorization);
    });

  return {
    async send(request, provisional = () => {}) {
      const response = await sendOnce(request, provisional, []);
      const status = statusOf(response);
      if (!isChallenge(status)) return response;
      request.cseq += 1;
      const name = status === 401 ? 'Authorization' : 'Proxy-Authorization';
      const value = credentialsFor(challengeIn(response), identity, request);
      return sendOnce(request, provisional, [`${name}: ${value}`]);
    },
    acknowledge: (request) => writeRequest(request, createBranch()),
    receive(response) {
      const branch = branchOf(response);
      const sent = waiting.get(branch);
      if (sent === undefined) return;
      if (statusOf(response) < 200) return sent.provisional(statusOf(response));
      waiting.delete(branch);
      sent.final(response);
    },
  };
}
