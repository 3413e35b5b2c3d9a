; Neovim and Helix name these differently, so each has two names: `inner` and `outer`, `inside` and
; `around`. A `class` is an item with a body, an enum or an element.

(model_item body: (block) @class.inner @class.inside) @class.outer @class.around
(component_item body: (block) @class.inner @class.inside) @class.outer @class.around
(experiment_item body: (block) @class.inner @class.inside) @class.outer @class.around
(enum_item body: (enum_body) @class.inner @class.inside) @class.outer @class.around
(enum_member body: (enum_body) @class.inner @class.inside) @class.outer @class.around
(element body: (block) @class.inner @class.inside) @class.outer @class.around

(function_item
  value: (_) @function.inner @function.inside) @function.outer @function.around

(block) @block.outer
(structure) @block.outer

[
  (parameter)
  (argument)
] @parameter.inner @parameter.inside @parameter.outer @parameter.around

(field
  value: (_) @assignment.rhs @entry.inside) @assignment.outer @entry.around
(let_member
  value: (_) @assignment.rhs) @assignment.outer
(assignment
  target: (_) @assignment.lhs
  value: (_) @assignment.rhs) @assignment.outer

[
  (comment)
  (block_comment)
  (doc_comment)
  (file_doc)
] @comment.inner @comment.inside @comment.outer @comment.around
