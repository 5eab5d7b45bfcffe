import { iconShapes } from './icon-shapes.ts';

/** The drawings of the dial page and of calls. An app that shows one of them imports this file. */
export const laterShapes = {
  backspace: 'M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-6-7zM12 9.5l5 5M17 9.5l-5 5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  book: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9.5 8.5h5',
  callIn: 'M20 4L11 13M11 6.5V13h6.5M5 20h14',
  callOut: 'M5 14L14 5M7.5 5H14v6.5M5 20h14',
  callMissed: 'M3 7l8 8 9-9M14 6h6v6M5 20h14',
  cameraOff:
    'M8 6h6a2 2 0 0 1 2 2v6M16 10.5l6-3.5v10l-2-1.2M15.5 17.3a2 2 0 0 1-1.5.7H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2M2.5 2.5l19 19',
  copy: 'M9 8h10a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM5 16H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v1',
  dialpad: 'M5 5h.01M12 5h.01M19 5h.01M5 11h.01M12 11h.01M19 11h.01M5 17h.01M12 17h.01M19 17h.01',
  emoji: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  envelope:
    'M4 5.5h16a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5zM3 7l9 6.5L21 7',
  flipCamera:
    'M8.5 6L10 4h4l1.5 2H20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM8 14a4 4 0 0 0 7 1.5M16 12a4 4 0 0 0-7-1.5M16.3 17.5l-.8-2.3 2.3-.7M7.7 8.5l.8 2.3-2.3.7',
  fullscreen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  headset:
    'M4 14v-2a8 8 0 0 1 16 0v2M4 13.5h3v6H5.5A1.5 1.5 0 0 1 4 18zM20 13.5h-3v6h1.5A1.5 1.5 0 0 0 20 18z',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.7.3-1.1.9-1.1 1.7M12 16.8h.01',
  history: 'M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5M3.5 4v4.5H8M12 7.5V12l3.5 2',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  keyboard:
    'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8',
  logOut: 'M14 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8M10 12h11M17 8l4 4-4 4',
  microphone:
    'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7',
  microphoneOff:
    'M15 10V6a3 3 0 0 0-5.7-1.3M9 9v2a3 3 0 0 0 4.6 2.5M5.5 11a6.5 6.5 0 0 0 10.6 5M18.5 11a6.4 6.4 0 0 1-.5 2.5M12 17.5V21M8.5 21h7M3 3l18 18',
  minus: 'M5 12h14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  pause: 'M9 5.5v13M15 5.5v13',
  phrases:
    'M4 4.5h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7L8 21.5v-4H4a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM7 9h10M7 13h6',
  phone:
    'M5.5 3.5h3l1.8 4.5-2.2 1.7a13 13 0 0 0 6.2 6.2l1.7-2.2 4.5 1.8v3a2 2 0 0 1-2.2 2A17 17 0 0 1 3.5 5.7a2 2 0 0 1 2-2.2z',
  plus: 'M12 5v14M5 12h14',
  repeat:
    'M17 3l3.5 3.5L17 10M20.5 6.5H7A3.5 3.5 0 0 0 3.5 10v1M7 21l-3.5-3.5L7 14M3.5 17.5H17a3.5 3.5 0 0 0 3.5-3.5v-1',
  selfView: 'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM13 12.5h6v4.5h-6z',
  services: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  sideBySide: 'M4 5h7v14H4zM13 5h7v14h-7z',
  speakerOff: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  swap: 'M7 4L3.5 7.5 7 11M3.5 7.5h13M17 13l3.5 3.5L17 20M20.5 16.5h-13',
  textLarger: 'M2.5 19L8 5l5.5 14M4.5 14h7M16 9.5h6M19 6.5v6',
  textSmaller: 'M2.5 19L8 5l5.5 14M4.5 14h7M16 9.5h6',
  trash: 'M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5M10.5 10.5v5.5M13.5 10.5v5.5',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.6-3.4 3-5 6.5-5s5.9 1.6 6.5 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .7 3.1 2.3 3.5 4.7',
  video: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM10 9v6l5-3z',
  videoOff: 'M9 5h11a2 2 0 0 1 2 2v10M18 19H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M10 10.5V15l3-1.7M3 3l18 18',
} as const;

Object.assign(iconShapes, laterShapes);
