import type { ImageCleaner } from './image-cleaner';
import { JpegCleaner } from './jpeg-cleaner';
import { PngCleaner } from './png-cleaner';
import { WebpCleaner } from './webp-cleaner';

/** Takes place, device, times and texts out of an image of this type. Null: the type has none. */
export function cleanerFor(mediaType: string): ImageCleaner | null {
  switch (mediaType) {
    case 'image/jpeg':
      return new JpegCleaner();
    case 'image/png':
      return new PngCleaner();
    case 'image/webp':
      return new WebpCleaner();
    default:
      return null;
  }
}
