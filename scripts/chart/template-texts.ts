// Templates that are written here, since no manifest has them.
import { FULL_NAME } from './manifest-template';

export const SETTINGS = `# Settings that are no secrets, and where the secrets are.
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${FULL_NAME}
  labels:
    ${labels('parley')}
data:
  {{- range $name, $value := merge (dict) .Values.settings .Values.features.settings }}
  {{ $name }}: {{ include "parley.setting" $value | quote }}
  {{- end }}
  {{- with .Values.features.modules }}
  PARLEY_FEATURES: {{ include "parley.setting" . | quote }}
  {{- end }}
  MANAGEMENT_PORT: {{ .Values.managementPort | int | quote }}
  {{- range .Values.secrets }}
  {{ . }}_FILE: /run/secrets/parley/{{ . }}
  {{- end }}
`;

export const INGRESS = `{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${FULL_NAME}
  labels:
    ${labels('parley')}
  {{- with .Values.ingress.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tlsSecret }}
  tls:
    - hosts: {{- include "parley.hosts" $ | nindent 8 }}
      secretName: {{ . }}
  {{- end }}
  rules:
    {{- range include "parley.hosts" . | fromYamlArray }}
    - host: {{ . }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "parley.fullname" $ }}
                port:
                  name: http
    {{- end }}
{{- end }}
`;

export const POD_MONITOR = `{{- if .Values.podMonitor.enabled }}
# For the Prometheus Operator.
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: ${FULL_NAME}
  labels:
    ${labels('parley')}
    {{- with .Values.podMonitor.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: parley
      app.kubernetes.io/instance: {{ .Release.Name }}
  podMetricsEndpoints:
    - port: management
      path: /metrics
      interval: {{ .Values.podMonitor.interval }}
{{- end }}
`;

export const HELPERS = `{{- define "parley.fullname" -}}
{{- if contains "parley" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ .Release.Name | trunc 33 | trimSuffix "-" }}-parley{{ end }}
{{- end }}

{{- define "parley.labels" -}}
app.kubernetes.io/part-of: parley
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}{{ with .Values.image.digest }}@{{ . }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* Helm reads all numbers as those of JSON, and would print large ones with an exponent. */}}
{{- define "parley.setting" -}}
{{- if kindIs "slice" . }}{{ join "," . }}{{ else if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- /* What an Ingress leads here: visitors go to Caddy where that is there. */}}
{{- define "parley.hosts" -}}
- {{ (urlParse .Values.settings.PUBLIC_URL).hostname }}
{{- with .Values.settings.VISITOR_URL }}
{{- $host := (urlParse .).hostname }}
{{- if and (not $.Values.customDomains.enabled) (ne $host (urlParse $.Values.settings.PUBLIC_URL).hostname) }}
- {{ $host }}
{{- end }}
{{- end }}
{{- end }}
`;

function labels(name: string): string {
  return `app.kubernetes.io/name: ${name}
    app.kubernetes.io/instance: {{ .Release.Name }}
    {{- include "parley.labels" . | nindent 4 }}`;
}
