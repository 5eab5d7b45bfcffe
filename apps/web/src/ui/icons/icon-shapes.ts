/**
 * Line drawings on a 24 × 24 grid, with round 2-unit strokes in the colour of the text around them. Those of
 * the pages before the login; `later-shapes.ts` and `page-shapes.ts` have the others.
 */
export const firstShapes = {
  appearance:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v1.5M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.3l1 1M17.7 17.7l1 1M5.3 18.7l1-1M17.7 6.3l1-1',
  back: 'M15 5l-7 7 7 7',
  camera: 'M4 6h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM16 10.5l6-3.5v10l-6-3.5',
  check: 'M4.5 12.5l5 5 10-11',
  close: 'M6 6l12 12M18 6L6 18',
  contrast: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 7.5l7.6-.2M12 12h9M12 16.5l7.6.2',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff:
    'M9.9 5.7A9.6 9.6 0 0 1 12 5.5C18.4 5.5 22 12 22 12a17 17 0 0 1-2.7 3.4M6.3 7.3A16.5 16.5 0 0 0 2 12s3.6 6.5 10 6.5a9.8 9.8 0 0 0 4.7-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.5 2.4 3.8 5.5 3.8 9s-1.3 6.6-3.8 9c-2.5-2.4-3.8-5.5-3.8-9s1.3-6.6 3.8-9z',
  hangUp:
    'M3.5 15.5c-1-1-1.2-3 .3-4.2 4.7-3.9 11.7-3.9 16.4 0 1.5 1.2 1.3 3.2.3 4.2l-.8.8a1 1 0 0 1-1.2.2l-2.7-1.5a1 1 0 0 1-.5-.9v-2a12 12 0 0 0-6.6 0v2a1 1 0 0 1-.5.9L5.5 16.5a1 1 0 0 1-1.2-.2z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5h.01',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  speaker: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6',
  text: 'M4 4.5h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7L8 21.5v-4H4a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM7 9h10M7 13h6',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  warning: 'M12 3.5L22 20.5H2zM12 10v5M12 17.7h.01',
} as const;

/** The drawings that are loaded. */
export const iconShapes: Record<string, string | undefined> = { ...firstShapes };
