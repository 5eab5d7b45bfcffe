import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from './ErrorScreen.tsx';

/** A broken promise between our own parts ends here, not on a white page (ERR-06). */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <SomethingWentWrong /> : this.props.children;
  }
}

function SomethingWentWrong() {
  const { t } = useTranslation();
  return <ErrorScreen title={t('error.title')} message={t('error.somethingwrong')} />;
}
