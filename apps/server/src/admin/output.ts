import { AdminError } from './command.ts';

/** A stream of the operator's tool, and what it does when nothing can be written to it. */
type Output = {
  readonly on: (name: 'error', listener: (error: NodeJS.ErrnoException) => void) => unknown;
  readonly write: (text: string) => unknown;
};

/**
 * Returns what prints a line. When the reader has ended, as with `| head`, a command that prints more is refused there,
 * so that it neither goes on unseen nor ends with a trace of the program.
 * @param failed gets any other fault, such as a full disk, also after the command has ended
 */
export function createPrinter(output: Output, failed: (error: Error) => void): (line: string) => void {
  let isClosed = false;
  output.on('error', (error) => {
    isClosed = true;
    if (error.code !== 'EPIPE') failed(error);
  });
  return (line) => {
    if (isClosed) throw new OutputClosedError();
    output.write(`${line}\n`);
  };
}

export class OutputClosedError extends AdminError {
  constructor() {
    super('The output of this command is closed, so the command has stopped.');
  }
}
