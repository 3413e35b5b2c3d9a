; Names of captures are those of Neovim and Helix; what only one of them knows falls back to the part
; before the last dot. Later patterns win.

(identifier) @variable

; ---------------------------------------------------------------- words

[
  "model"
  "component"
  "experiment"
  "enum"
] @keyword.type

"fn" @keyword.function
"import" @keyword.import
(import_target "as" @keyword.import)

[
  "const"
  "let"
  "part"
  "use"
  "record"
  "as"
  "at"
  "from"
  "to"
  "on"
  "between"
  "with"
  "every"
  "until"
  "attach"
  "detach"
  "lock"
  "release"
] @keyword

(relation word: _ @keyword)
(analysis keyword: (identifier) @keyword)
(event kind: _ @keyword)
(public) @keyword.modifier

[
  "for"
  "in"
] @keyword.repeat

[
  "if"
  "then"
  "else"
] @keyword.conditional

[
  "and"
  "or"
  "not"
] @keyword.operator

(relation word: ["and" "in"] @keyword)

; ---------------------------------------------------------------- declarations

(const_item name: (identifier) @constant)
(function_item name: (identifier) @function)
(model_item name: (identifier) @type.definition)
(component_item name: (identifier) @type.definition)
(experiment_item name: (identifier) @variable)
(enum_item name: (identifier) @type.definition)
(enum_member name: (identifier) @type.definition)
(enum_value name: (identifier) @constant)
(experiment_item model: (path (identifier) @type))
(import_target path: (path (identifier) @module))
(import_target alias: (identifier) @module)
(parameter name: (identifier) @variable.parameter)
(type name: (identifier) @type)
(type name: (path (identifier) @type))

(element kind: (identifier) @type.builtin)
(element name: (identifier) @variable)
(relation manner: (identifier) @constant)

; ---------------------------------------------------------------- values

(field name: (identifier) @property)
(argument name: (identifier) @variable.parameter)
(clause name: (identifier) @property)
(attribute name: (identifier) @variable.member)
(call function: (identifier) @function.call)
(call function: (attribute name: (identifier) @function.call))
(variant (identifier) @constructor)
(variant (call function: (identifier) @constructor))
(variant (call function: (attribute name: (identifier) @constructor)))
(part_member component: (call function: (identifier) @type))
(part_member component: (call function: (attribute name: (identifier) @type)))
(part_member component: (identifier) @type)
(use_member component: (call function: (identifier) @type))
(use_member component: (call function: (attribute name: (identifier) @type)))

(number) @number
(unit) @string.special
(text) @string
(boolean) @boolean

; ---------------------------------------------------------------- signs

[
  "="
  "=="
  "!="
  "<"
  "<="
  ">"
  ">="
  "+"
  "-"
  "*"
  "/"
  "%"
  "^"
  ".."
  "->"
] @operator

[
  "("
  ")"
  "["
  "]"
  "{"
  "}"
] @punctuation.bracket

[
  ","
  ";"
  ":"
  "."
] @punctuation.delimiter

; ---------------------------------------------------------------- comments

[
  (comment)
  (block_comment)
] @comment

[
  (doc_comment)
  (file_doc)
] @comment.documentation
