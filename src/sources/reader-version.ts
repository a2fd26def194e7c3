/**
 * Of everything between the bytes of a source and what is written of them: reading, cutting into passages, drafting the index. Add
 * one with each change after which a source is read otherwise: what earlier versions have indexed is then indexed again.
 */
export const READER_VERSION = 9;
