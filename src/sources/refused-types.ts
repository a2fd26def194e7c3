const unread = (format: string, instead: string): string => `Parley does not read ${format}. ${instead}`;
const old = (format: string, better: string): string => unread(format, `Save the file as ${better}.`);

export const RST = unread('reStructuredText', 'Use the built page, or convert the file to Markdown or HTML.');

/** Formats that people expect to be read, and what to do instead. */
export const REFUSED_TYPES: Readonly<Record<string, string>> = {
  'text/x-rst': RST,
  'text/prs.fallenstein.rst': RST,
  'application/msword': old('DOC', 'DOCX'),
  'application/vnd.ms-excel': old('XLS', 'XLSX or CSV'),
  'application/vnd.ms-powerpoint': old('PPT', 'PPTX'),
  'application/vnd.oasis.opendocument.text': old('ODT', 'DOCX or PDF'),
  'application/vnd.oasis.opendocument.spreadsheet': old('ODS', 'XLSX or CSV'),
  'application/vnd.oasis.opendocument.presentation': old('ODP', 'PPTX or PDF'),
  'application/rtf': old('RTF', 'DOCX or PDF'),
  'text/rtf': old('RTF', 'DOCX or PDF'),
};
