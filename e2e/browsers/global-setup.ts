import { serveGallery } from './gallery.ts';

/** Serves one gallery for all browsers, at `GALLERY_URL`. */
export default async function setUp(): Promise<() => Promise<void>> {
  const gallery = await serveGallery();
  process.env['GALLERY_URL'] = gallery.url;
  return gallery.close;
}
