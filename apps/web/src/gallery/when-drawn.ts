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

const nameOf = (element: HTMLButtonElement): string => element.ariaLabel ?? element.innerText;

/**
 * Presses the buttons that lead to a scene, if the page has them, and marks the page with `data-drawn`, so
 * that a test knows when to look.
 */
export async function finishScene(buttons: readonly string[]): Promise<void> {
  await untilQuiet();
  for (const name of buttons) {
    const found = [...document.querySelectorAll('button')].find((button) => nameOf(button).includes(name));
    found?.click();
    await untilQuiet();
  }
  document.documentElement.dataset['drawn'] = '';
}
