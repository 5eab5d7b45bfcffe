import type { ListedService } from '@samtal/api-contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useConsole } from '../console-context.ts';
import { ListedPage, type ListedPageProps } from '../listed/ListedPage.tsx';
import { ListedRow } from '../listed/ListedRow.tsx';

export const SERVICES = '/admin/services';

/** The services that users find beside their contacts. */
export function ServicesPage({ done }: { readonly done: TextKey | undefined }) {
  const { t } = useTranslation();
  const { api, access } = useConsole();
  const [, navigate] = useLocation();
  const read = useCallback<ListedPageProps<ListedService>['read']>(
    async (query) => {
      const result = await api.services(query);
      return result.ok ? { ok: true, value: { ...result.value, rows: result.value.services } } : result;
    },
    [api],
  );
  return (
    <ListedPage
      title={t('menu.services')}
      text={t('console.services_text')}
      none={t('console.services_none')}
      done={done}
      actions={
        access.role === 'support' ? undefined : (
          <Button kind="primary" onPress={() => navigate(`${SERVICES}/add`)}>
            {t('console.service_add')}
          </Button>
        )
      }
      read={read}
      renderRow={({ id, name, address, organisation, isChangeable }) => (
        <ListedRow
          to={isChangeable ? `${SERVICES}/${encodeURIComponent(id)}` : undefined}
          name={name}
          address={address}
          organisation={organisation}
        />
      )}
    />
  );
}
