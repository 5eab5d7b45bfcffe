import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from './ErrorScreen.tsx';

type Fault = {
  /** The HTTP status, if the error has one. */
  readonly status: number | undefined;
};

export type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /**
   * Shown in place of the failed part; without `otherwise`, an error screen replaces the page. `retry`
   * renders the part again.
   */
  readonly otherwise?: (retry: () => void) => ReactNode;
};

/** Shows an error screen, not a white page, when an error is thrown while its children render (ERR-06). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly fault: Fault | undefined }> {
  override state: { readonly fault: Fault | undefined } = { fault: undefined };

  static getDerivedStateFromError(error: unknown): { readonly fault: Fault } {
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
    return { fault: { status: typeof status === 'number' ? status : undefined } };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    const { children, otherwise } = this.props;
    if (fault === undefined) return children;
    return otherwise?.(() => this.setState({ fault: undefined })) ?? <SomethingWentWrong {...fault} />;
  }
}

function SomethingWentWrong({ status }: Fault) {
  const { t } = useTranslation();
  return <ErrorScreen title={String(status ?? t('error.title'))} message={t('error.somethingwrong')} />;
}
