const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

const isQuiet = (): boolean =>
  document.querySelector('#root > *') !== null && document.querySelector('[aria-busy="true"]') === null;

/** Resolves when the page has content and is not loading anything. */
async function untilQuiet(): Promise<void> {
  for (let quietFrames = 0; quietFrames < 2; ) {
    await frame();
    quietFrames = isQuiet() ? quietFrames + 1 : 0;
  }
}

/** Types so that React notices: it ignores a value that is set through the element's own property. */
function typeInto(field: HTMLInputElement | null, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const nameOf = (element: HTMLButtonElement): string => element.ariaLabel ?? element.innerText;

/**
 * Presses the buttons that lead to a scene, if the page has them, types into its combobox, and marks the page
 * with `data-drawn`, so that a test knows when to look.
 */
export async function finishScene(buttons: readonly string[], typed?: string): Promise<void> {
  await untilQuiet();
  for (const name of buttons) {
    const found = [...document.querySelectorAll('button')].find((button) => nameOf(button).includes(name));
    found?.click();
    await untilQuiet();
  }
  if (typed !== undefined) {
    typeInto(document.querySelector<HTMLInputElement>('[role="combobox"]'), typed);
    await untilQuiet();
  }
  document.documentElement.dataset['drawn'] = '';
}
