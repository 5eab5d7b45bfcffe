import { BRANDING_PATH } from '@samtal/api-contract';
import { useRouter } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { lightAtFirst } from '../../client/product/theme-at-start.ts';
import { useStore } from '../../client/store/store.ts';
import styles from './BrandMark.module.css';

/**
 * The operator's logo and name; dark themes use the logo made for dark surfaces.
 * @param isShort in a row that is hardly wide enough for its entries, the logo stands for the name
 */
export function BrandMark({ isShort = false }: { readonly isShort?: boolean }) {
  const { brand, themeChoice } = useAppServices();
  const { base } = useRouter();
  const isDark = useStore(themeChoice.theme, lightAtFirst) !== 'light';
  const logo = (isDark && brand.logoContrast) || brand.logo;
  return (
    <span className={styles.mark} data-short={isShort || undefined}>
      {logo === '' ? undefined : (
        <img className={styles.logo} src={`${base}${BRANDING_PATH}${logo}`} alt="" />
      )}
      <bdi className={styles.name}>{brand.name}</bdi>
    </span>
  );
}
