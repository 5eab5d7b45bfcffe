import { BRANDING_PATH } from '@samtal/api-contract';
import { useRouter } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { lightAtFirst } from '../../client/product/theme-at-start.ts';
import { useStore } from '../../client/store/store.ts';
import styles from './BrandMark.module.css';

/** The operator's logo and name; dark themes use the logo made for dark surfaces. */
export function BrandMark() {
  const { brand, themeChoice } = useAppServices();
  const { base } = useRouter();
  const isDark = useStore(themeChoice.theme, lightAtFirst) !== 'light';
  const logo = (isDark && brand.logoContrast) || brand.logo;
  return (
    <span className={styles.mark}>
      {logo === '' ? undefined : (
        <img className={styles.logo} src={`${base}${BRANDING_PATH}${logo}`} alt="" />
      )}
      <bdi>{brand.name}</bdi>
    </span>
  );
}
