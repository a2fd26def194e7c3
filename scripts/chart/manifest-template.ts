import { readFileSync } from 'node:fs';
import { type Document, isMap, isScalar, type Node, parseAllDocuments, parseDocument, visit, type YAMLMap } from 'yaml';

type Path = readonly (string | number)[];

/** The name of the resources of a release in Helm's templates. */
export const FULL_NAME = '{{ include "parley.fullname" . }}';
const INSTANCE = 'app.kubernetes.io/instance';

/** A manifest of docker/kubernetes in which values have become expressions of Helm's template language. Comments stay. */
export class ManifestTemplate {
  private readonly texts: ((indent: string) => string)[] = [];

  constructor(private readonly document: Document) {
    this.name();
  }

  /** The value there is `text`, such as `{{ .Values.image }}`. */
  put(path: Path, text: string): this {
    this.document.setIn(path, this.document.createNode(this.mark(() => text)));
    return this;
  }

  /** The value there is what that expression is, as YAML. */
  putYaml(path: Path, expression: string): this {
    this.document.setIn(
      path,
      this.mark((indent) => `{{- toYaml ${expression} | nindent ${indent.length + 2} }}`),
    );
    return this;
  }

  /** Adds lines to the map or list at the path, or replaces the key. */
  putLines(path: Path, lines: string, key?: string): this {
    const mark = this.mark((indent) => lines.trim().replace(/^(?=.)/gm, indent));
    const parent = this.document.getIn(path);
    const place =
      key === undefined
        ? -1
        : (parent as YAMLMap).items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
    if (key !== undefined && place < 0) throw new Error(`${path.join('.')} has no ${key}`);
    if (!isMap(parent)) this.document.addIn(path, mark);
    else if (place < 0) parent.set(mark, null);
    else parent.items[place] = this.document.createPair(mark, null);
    return this;
  }

  delete(path: Path): this {
    this.document.deleteIn(path);
    return this;
  }

  get(path: Path): unknown {
    const value = this.document.getIn(path);
    return value !== null && typeof value === 'object' && 'toJS' in value
      ? (value as YAMLMap).toJS(this.document)
      : value;
  }

  toString(): string {
    const yaml = this.document.toString({ lineWidth: 0, flowCollectionPadding: false });
    return yaml
      .replace(/^---\n/, '')
      .replace(/^( *)(?:- )?(MARK\d+END)(?:: null)?$/gm, (_, indent: string, mark: string) => this.text(mark, indent))
      .replace(/^( *(?:- )?)(.*?)(MARK\d+END)/gm, (_, indent: string, before: string, mark: string) => {
        const text = this.text(mark, ' '.repeat(indent.length));
        return `${indent}${text.startsWith('{{-') ? before.trimEnd() + ' ' : before}${text}`;
      });
  }

  private mark(text: (indent: string) => string): string {
    return `MARK${this.texts.push(text) - 1}END`;
  }

  private text(mark: string, indent: string): string {
    return this.texts[Number(/\d+/.exec(mark))]!(indent);
  }

  /** Names and labels of the release, wherever something is named or selected. */
  private name(): void {
    const rename = (map: unknown, key: string, text?: string): void => {
      const name = isMap(map) ? map.get(key) : undefined;
      if (typeof name !== 'string') return;
      const [, suffix] = /^parley(-[a-z]+)?$/.exec(name) ?? [];
      (map as YAMLMap).set(
        key,
        this.mark(() => text ?? `${FULL_NAME}${suffix ?? ''}`),
      );
    };
    visit(this.document, {
      Map: (_, map) => {
        rename(map, 'serviceAccountName');
        rename(map, 'claimName');
        rename(map, 'secretName', '{{ .Values.existingSecret }}');
        for (const key of ['configMapRef', 'configMap', 'scaleTargetRef']) rename(map.get(key), 'name');
        rename(map.get('secretKeyRef'), 'name', '{{ .Values.existingSecret }}');
        if (map.has('app.kubernetes.io/name') || map.has('app.kubernetes.io/component')) {
          if (!map.has('app.kubernetes.io/name')) map.set('app.kubernetes.io/name', 'parley');
          map.set(
            INSTANCE,
            this.mark(() => '{{ .Release.Name }}'),
          );
        }
      },
    });
    if (!this.document.has('metadata')) return;
    const metadata = this.document.get('metadata') as YAMLMap;
    rename(metadata, 'name');
    if (!metadata.has('labels'))
      metadata.set(
        'labels',
        this.document.createNode({
          'app.kubernetes.io/name': 'parley',
          [INSTANCE]: this.mark(() => '{{ .Release.Name }}'),
        }),
      );
    const labels = metadata.get('labels') as YAMLMap;
    labels.delete('app.kubernetes.io/part-of');
    labels.set(
      this.mark((indent) => `${indent}{{- include "parley.labels" . | nindent ${indent.length} }}`),
      null,
    );
  }
}

/** The manifests of a file of docker/kubernetes. */
export function templatesOf<Count extends 1 | 2 | 3>(file: string, count: Count): Templates[Count] {
  const documents = parseAllDocuments(readFileSync(`docker/kubernetes/${file}`, 'utf8')) as Document[];
  if (documents.length !== count) throw new Error(`${file} has ${documents.length} manifests, not ${count}`);
  return documents.map((one) => new ManifestTemplate(one)) as Templates[Count];
}

interface Templates {
  1: [ManifestTemplate];
  2: [ManifestTemplate, ManifestTemplate];
  3: [ManifestTemplate, ManifestTemplate, ManifestTemplate];
}

/** A part of a file of docker/kubernetes, as lines for `putLines`. */
export function linesOf(file: string, path: Path): string {
  const part = parseDocument('') as Document;
  part.contents = (parseDocument(readFileSync(`docker/kubernetes/${file}`, 'utf8')) as Document).getIn(
    path,
    true,
  ) as Node;
  return String(new ManifestTemplate(part));
}
