import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolder } from '../../src/config/installation';
import type { ApiDocument, PublishedDocument } from '../../src/openapi/document.types';
import { wholeDocument } from '../../src/openapi/whole-document';

/** openapi.json with each operation complete in itself. */
export function committedDocument(): ApiDocument {
  const text = readFileSync(join(installationFolder(), 'openapi.json'), 'utf8');
  return wholeDocument(JSON.parse(text) as PublishedDocument);
}
