import type { Person } from './person.ts';

/** From now on the prompt for camera and microphone stays open until `allow` is called in the page. */
export async function keepAsking(someone: Person): Promise<void> {
  await someone.page.evaluate(() => {
    const { mediaDevices, permissions } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const query = permissions.query.bind(permissions);
    const asked = new Promise<void>((resolve) => {
      const allow = (): void => {
        permissions.query = query;
        resolve();
      };
      Object.assign(window, { allow });
    });
    mediaDevices.getUserMedia = (constraints) => asked.then(() => open(constraints));
    // A browser reports this state while a prompt is open.
    const whileAsking = (status: PermissionStatus): PermissionStatus =>
      new Proxy(status, {
        get(target, name: keyof PermissionStatus) {
          const value = target[name];
          return name === 'state' ? 'prompt' : typeof value === 'function' ? value.bind(target) : value;
        },
      });
    permissions.query = async (descriptor) => {
      const status = await query(descriptor);
      return ['camera', 'microphone'].includes(descriptor.name) ? whileAsking(status) : status;
    };
  });
}
/** The user allows the devices. */
export const allow = (someone: Person): Promise<void> =>
  someone.page.evaluate(() => (window as unknown as { allow(): void }).allow());
