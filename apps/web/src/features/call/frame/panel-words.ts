import type { TFunction } from 'i18next';
import type { FloatingPanelProps } from '../../../ui/floating-panel/FloatingPanel.tsx';

/** Button labels of all panels that float over a call. */
export const panelWords = (t: TFunction): FloatingPanelProps['words'] => ({
  nextCorner: t('call.self_view_corner'),
  smaller: t('call.self_view_smaller'),
  larger: t('call.self_view_larger'),
});
