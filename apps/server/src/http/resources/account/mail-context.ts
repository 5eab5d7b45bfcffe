import type { MailContext } from '../../../mail/compose.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

export const mailContextOf = ({ brand, publicUrl }: HttpContext): MailContext => ({
  brandName: brand.name,
  publicUrl: publicUrl(),
});
