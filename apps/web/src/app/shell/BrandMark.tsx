import { BRANDING_PATH } from '@samtal/api-contract';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { basePath } from '../../client/product/base-path.ts';
import { useStore } from '../../client/store/store.ts';
import styles from './BrandMark.module.css';

/** The operator's logo and name; dark themes use the logo made for dark surfaces. */
export function BrandMark() {
  const { brand, themeChoice } = useAppServices();
  const isDark = useStore(themeChoice.theme) !== 'light';
  const logo = (isDark && brand.logoContrast) || brand.logo;
  return (
    <span className={styles.mark}>
      {logo === '' ? undefined : (
        <img className={styles.logo} src={`${basePath}${BRANDING_PATH}${logo}`} alt="" />
      )}
      <bdi>{brand.name}</bdi>
    </span>
  );
}
