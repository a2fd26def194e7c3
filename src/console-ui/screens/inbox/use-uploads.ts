import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '../../api/client';
import { beginUpload, keptFile, type Upload } from '../../drafts/upload';
import { type Files, progressOf } from './files';
import { sendFileTo } from './send-file';

/** Files of a form, in the order in which they are chosen. Those that are on their way when the form closes are given up. */
export function useUploads(workspaceId: string, kept: readonly Schemas['FileFacts'][]): Files {
  const [all, setAll] = useState<readonly Upload[]>(() => kept.map(keptFile));
  const stops = useRef(new Map<number, () => void>()).current;
  useEffect(
    () => () => {
      for (const stop of stops.values()) stop();
    },
    [stops],
  );
  const set = (key: number, fields: Partial<Upload>): void =>
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  return {
    ...progressOf(all),
    add: (files) => {
      for (const file of files) {
        const { begun, stop, ended } = beginUpload(file, (on) => sendFileTo(workspaceId)(file, on), set);
        stops.set(begun.key, stop);
        setAll((before) => [...before, begun]);
        void ended.then(() => stops.delete(begun.key));
      }
    },
    remove: (key) => {
      stops.get(key)?.();
      stops.delete(key);
      setAll((before) => before.filter((one) => one.key !== key));
    },
  };
}
