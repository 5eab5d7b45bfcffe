import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from './ErrorScreen.tsx';

type Fault = {
  /** Of HTTP, where the error has one. */
  readonly status: number | undefined;
};

export type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** In place of what broke; without it, the whole page says so. `retry` shows what broke once more. */
  readonly otherwise?: (retry: () => void) => ReactNode;
};

/** A broken promise between our own parts ends here, not on a white page (ERR-06). */
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
