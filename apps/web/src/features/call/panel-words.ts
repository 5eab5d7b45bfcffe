import type { TFunction } from 'i18next';
import type { FloatingPanelProps } from '../../ui/floating-panel/FloatingPanel.tsx';

/** What the buttons of everything that floats on a call are called. */
export const panelWords = (t: TFunction): FloatingPanelProps['words'] => ({
  nextCorner: t('call.self_view_corner'),
  smaller: t('call.self_view_smaller'),
  larger: t('call.self_view_larger'),
});
