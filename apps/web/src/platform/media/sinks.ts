import type { Log } from '@samtal/call-core';
import { type DeviceChoice, findChosen } from '../../client/media/devices.ts';
import type { DeviceList, Sinks } from '../../client/ports/device-ports.ts';

/** Plays elements on the chosen speaker, if the browser supports it (Audio Output Devices API). */
export function createSinks(list: DeviceList, { choices }: DeviceChoice, log: Log): Sinks {
  const canChoose = 'setSinkId' in HTMLMediaElement.prototype;
  return {
    canChoose,
    follow(element, role) {
      if (!canChoose) return () => undefined;
      const apply = (): void => {
        // The empty id is the system's default speaker.
        const sinkId = findChosen(list.devices.get(), choices.get(), role)?.id ?? '';
        if (element.sinkId === sinkId) return;
        element.setSinkId(sinkId).catch((error: unknown) => {
          log.info('speaker_not_changed', { role, error: String(error) });
        });
      };
      const endings = [choices.subscribe(apply), list.devices.subscribe(apply)];
      apply();
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
