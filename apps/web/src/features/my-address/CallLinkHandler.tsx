import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './MyAddressPage.module.css';

/** The schemes that pages may take over (HTML, "safelisted schemes") and that name who is called. */
const schemes = ['tel', 'sip'] as const;

/**
 * Offers to open the `tel:` and `sip:` links of other pages here; nothing where the browser cannot do so. The
 * browser asks the user itself.
 * @param page address of the product
 */
export function CallLinkHandler({ page }: { readonly page: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'asked' | 'refused'>();
  if (!('registerProtocolHandler' in navigator)) return undefined;

  function register(): void {
    try {
      for (const scheme of schemes) navigator.registerProtocolHandler(scheme, `${page}/call/%s`);
      setOutcome('asked');
    } catch {
      setOutcome('refused');
    }
  }

  return (
    <Card className={styles.handler}>
      <h2 className={styles.title}>{t('myaddress.handler_title')}</h2>
      <p>{t('myaddress.handler_text')}</p>
      <Button onPress={register}>{t('myaddress.handler_button')}</Button>
      <output>{outcome === undefined ? '' : t(`myaddress.handler_${outcome}`)}</output>
    </Card>
  );
}
