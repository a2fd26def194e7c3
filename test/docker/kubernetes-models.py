"""Prints what in manifests (a JSON list on standard input) the models of Debian's python3-kubernetes do not know.

They are of Kubernetes 1.22: fields that are newer are not used.
"""
import json
import re
import sys

from kubernetes import client

# The same fields, by its name of then.
RENAMED = {"V2HorizontalPodAutoscaler": "V2beta2HorizontalPodAutoscaler"}
PLAIN = {"str": str, "int": int, "bool": bool, "float": (int, float)}


def problems(value, kind, place):
    if kind == "object" or (kind == "datetime" and isinstance(value, str)):
        return
    wrapped = re.fullmatch(r"(list\[|dict\(str, )(.+)[\])]", kind)
    if wrapped:
        many = list if wrapped[1] == "list[" else dict
        if not isinstance(value, many):
            yield f"{place} is {value!r}, not a {many.__name__}"
            return
        for key, item in enumerate(value) if many is list else value.items():
            yield from problems(item, wrapped[2], f"{place}.{key}")
    elif kind in PLAIN:
        if not isinstance(value, PLAIN[kind]) or (kind != "bool" and isinstance(value, bool)):
            yield f"{place} is {value!r}, not {kind}"
    elif not isinstance(value, dict):
        yield f"{place} is {value!r}, not {kind}"
    else:
        yield from problems_of_model(value, getattr(client, kind), place)


def problems_of_model(value, model, place):
    names = {field: name for name, field in model.attribute_map.items()}
    given = {}
    for field, item in value.items():
        if field not in names:
            yield f"{place}.{field} is unknown"
            continue
        given[names[field]] = item
        yield from problems(item, model.openapi_types[names[field]], f"{place}.{field}")
    try:
        # Refuses what lacks a field that is required.
        model(**given)
    except ValueError as error:
        yield f"{place}: {error}"


def model_of(manifest):
    version = manifest["apiVersion"].split("/")[-1]
    name = version[0].upper() + version[1:] + manifest["kind"]
    return RENAMED.get(name, name)


for manifest in json.load(sys.stdin):
    place = f"{manifest['kind']} {manifest['metadata']['name']}"
    for problem in problems(manifest, model_of(manifest), place):
        print(problem)
