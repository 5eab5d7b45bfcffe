/** What Chromium answers to a command, or tells by itself. */
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
};

type Waiting = { resolve(result: Readonly<Record<string, unknown>>): void; reject(error: Error): void };

type Target = { readonly targetId: string; readonly type: string; readonly url: string };

type Evaluation = {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
};

/** A page or a worker that this connection speaks to. */
export type Controlled = {
  send(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>;
  /** Calls a function there; argument and result are JSON values. */
  evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
};

export type ChromiumControl = Awaited<ReturnType<typeof openChromiumControl>>;

/**
 * A connection to a running Chromium that speaks only to the pages and workers that a test names. Puppeteer and Playwright
 * speak to all of them, and Chromium loads a page again that it has discarded, as soon as something speaks to it.
 */
export async function openChromiumControl(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (params: Readonly<Record<string, unknown>>) => void>();
  let sent = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) listeners.get(method)?.(params ?? {});
    const asked = waiting.get(id ?? -1);
    waiting.delete(id ?? -1);
    if (error === undefined) asked?.resolve(result ?? {});
    else asked?.reject(new Error(error.message));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });

  function send(method: string, params: object = {}, sessionId?: string) {
    sent += 1;
    const id = sent;
    socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    return new Promise<Readonly<Record<string, unknown>>>((resolve, reject) =>
      waiting.set(id, { resolve, reject }),
    );
  }

  return {
    send,
    /** Listens to one kind of event of all sessions. */
    on: (method: string, react: (params: Readonly<Record<string, unknown>>) => void) =>
      void listeners.set(method, react),
    async targets(): Promise<readonly Target[]> {
      return (await send('Target.getTargets'))['targetInfos'] as readonly Target[];
    },
    async attach(targetId: string): Promise<Controlled> {
      const attached = await send('Target.attachToTarget', { targetId, flatten: true });
      const sessionId = String(attached['sessionId']);
      const sendThere = (method: string, params: object = {}) => send(method, params, sessionId);
      return {
        send: sendThere,
        async evaluate<Result, Argument>(
          run: (argument: Argument) => Result | Promise<Result>,
          argument?: Argument,
        ) {
          const evaluated = (await sendThere('Runtime.evaluate', {
            expression: `(${String(run)})(${JSON.stringify(argument)})`,
            awaitPromise: true,
            returnByValue: true,
          })) as Evaluation;
          const { exceptionDetails: fault } = evaluated;
          if (fault !== undefined) throw new Error(fault.exception?.description ?? fault.text);
          return evaluated.result.value as Result;
        },
      };
    },
  };
}
