/** How long a picture that could not be loaded is not asked for again, in milliseconds. */
const FORGOTTEN_AFTER_MS = 600_000;

const missing = new Set<string>();

/** Whether the picture at `image` could not be loaded a short time ago. */
export const isMissingPicture = (image: string): boolean => missing.has(image);

/** Remembers that a picture could not be loaded: a row that is drawn again does not ask the server again. */
export function rememberMissingPicture(image: string): void {
  missing.add(image);
  setTimeout(() => missing.delete(image), FORGOTTEN_AFTER_MS);
}
