package aap

import _ "embed"

//go:embed schema/promise.schema.json
var promiseSchema []byte

// Schema is the JSON Schema (2020-12) of promise files, with the parameters of
// every predicate and the formulas under $defs. It accepts all that compiles;
// what it cannot say (conditions, globs, forms, exact money) compiling refuses.
func Schema() []byte { return append([]byte(nil), promiseSchema...) }
