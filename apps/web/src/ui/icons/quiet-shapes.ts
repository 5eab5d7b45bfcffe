import { iconShapes } from './icon-shapes.ts';

/** The drawing of do not disturb, whose code imports this file. */
export const quietShapes = {
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z',
} as const;

Object.assign(iconShapes, quietShapes);
