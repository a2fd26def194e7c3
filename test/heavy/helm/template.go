// Prints what `helm template` would of a chart, by the engine that Helm has, Go's text/template, and the functions that it takes from
// sprig, both as Debian has them. Helm itself is not to be had everywhere; what is used of it is little:
//
//	template CHART RELEASE [VALUES...]
//
// The notes go to standard error.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	chart, release := os.Args[1], os.Args[2]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[3:] {
		merge(values, read(file))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	sort.Strings(files)

	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New("parley/templates/" + filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		name := "parley/templates/" + filepath.Base(file)
		if strings.HasSuffix(name, ".tpl") {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, name, map[string]interface{}{
			"Values":   values,
			"Chart":    map[string]interface{}{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
			"Release":  map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm", "Revision": 1, "IsInstall": true},
			"Template": map[string]interface{}{"Name": name, "BasePath": "parley/templates"},
		}))
		// As Helm does it: what is missing is empty.
		text := strings.ReplaceAll(out.String(), "<no value>", "")
		if strings.HasSuffix(name, "NOTES.txt") {
			fmt.Fprint(os.Stderr, text)
		} else if strings.TrimSpace(text) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", name, strings.TrimRight(text, "\n"))
		}
	}
}

func functions(all *template.Template) template.FuncMap {
	list := sprig.TxtFuncMap()
	delete(list, "env")
	delete(list, "expandenv")
	list["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	list["toJson"] = func(value interface{}) string {
		text, err := json.Marshal(value)
		check(err)
		return string(text)
	}
	list["fromYamlArray"] = func(text string) (items []interface{}) {
		check(yaml.Unmarshal([]byte(text), &items))
		return items
	}
	list["include"] = func(name string, data interface{}) (string, error) {
		var out strings.Builder
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	list["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, fmt.Errorf(message)
		}
		return value, nil
	}
	return list
}

func read(file string) map[string]interface{} {
	text, err := os.ReadFile(file)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(text, &values))
	return values
}

// Maps by their keys, null removes, all else replaces.
func merge(into, from map[string]interface{}) {
	for key, value := range from {
		below, isMap := into[key].(map[string]interface{})
		other, isOtherMap := value.(map[string]interface{})
		if value == nil {
			delete(into, key)
		} else if isMap && isOtherMap {
			merge(below, other)
		} else {
			into[key] = value
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
