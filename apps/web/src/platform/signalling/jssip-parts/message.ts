type Request = {
  reply(status: number, reason?: undefined, headers?: readonly string[]): void;
};
type UserAgent = { emit(name: 'newMessage', event: object): void };

/** Replaces JsSIP's MESSAGE: this client only answers one, with 200 unless a listener rejects it. */
export class Message {
  readonly #ua: UserAgent;
  #request: Request | undefined;

  constructor(ua: UserAgent) {
    this.#ua = ua;
  }

  init_incoming(request: Request): void {
    this.#request = request;
    this.#ua.emit('newMessage', { originator: 'remote', message: this, request });
    this.#answer(200);
  }

  reject({ status_code: status, extraHeaders }: { status_code: number; extraHeaders?: string[] }): void {
    this.#answer(status, extraHeaders);
  }

  #answer(status: number, headers: readonly string[] = []): void {
    this.#request?.reply(status, undefined, headers);
    this.#request = undefined;
  }
}
