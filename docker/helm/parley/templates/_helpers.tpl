{{- define "parley.fullname" -}}
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
