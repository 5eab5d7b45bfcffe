import { iconShapes } from './icon-shapes.ts';

/** The drawings that only pages show which no call needs. The route of these pages imports this file. */
export const pageShapes = {
  down: 'M12 5v14M6 13l6 6 6-6',
  edit: 'M4 20l1-4.5L16.5 4a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19zM14 6.5l3.5 3.5',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  up: 'M12 19V5M6 11l6-6 6 6',
  upload: 'M12 15.5V4M7.5 8.5L12 4l4.5 4.5M4.5 15.5V19a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3.5',
} as const;

Object.assign(iconShapes, pageShapes);
