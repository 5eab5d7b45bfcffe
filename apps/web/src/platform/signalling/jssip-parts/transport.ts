import type { SipSocket } from '../connection/sip-socket.ts';

type Disconnection = { readonly socket: SipSocket; readonly error: boolean };
type Received = { readonly transport: Transport; readonly message: string };

/**
 * Replaces JsSIP's transport, which chooses among servers and connects again by itself: here the calling core does
 * both. JsSIP's user agent assigns the four callbacks.
 */
export class Transport {
  #socket: SipSocket;
  onconnecting: (event: { readonly socket: SipSocket }) => void = () => {};
  onconnect: (event: { readonly socket: Transport }) => void = () => {};
  ondisconnect: (event: Disconnection) => void = () => {};
  ondata: (event: Received) => void = () => {};

  constructor([{ socket }]: readonly [{ readonly socket: SipSocket }]) {
    this.#socket = socket;
  }

  get via_transport(): string {
    return this.#socket.viaTransport;
  }

  connect(): void {
    this.onconnecting({ socket: this.#socket });
    this.#socket.connect({
      onOpen: () => this.onconnect({ socket: this }),
      onMessage: (message) => this.ondata({ transport: this, message }),
    });
  }

  /** @param error whether the connection is lost, not closed */
  #end(error: boolean): void {
    this.#socket.disconnect();
    this.ondisconnect({ socket: this.#socket, error });
  }

  disconnect(): void {
    this.#end(false);
  }

  /** The connection is lost: requests on their way fail, sessions stay. */
  lose(): void {
    this.#end(true);
  }

  /** Connects by another socket. */
  reconnect(socket: SipSocket): void {
    this.#socket = socket;
    this.connect();
  }

  send(message: { toString(): string }): boolean {
    return this.#socket.send(message.toString());
  }
}
