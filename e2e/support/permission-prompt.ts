import type { Person } from './person.ts';

/** From now on the browser keeps asking for camera and microphone until `allow` is called in the page. */
export async function keepAsking(someone: Person): Promise<void> {
  await someone.page.evaluate(() => {
    const { mediaDevices } = navigator;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    const asked = new Promise<void>((resolve) => Object.assign(window, { allow: resolve }));
    mediaDevices.getUserMedia = (constraints) => asked.then(() => real(constraints));
  });
}
/** The person has said yes. */
export const allow = (someone: Person): Promise<void> =>
  someone.page.evaluate(() => (window as unknown as { allow(): void }).allow());
