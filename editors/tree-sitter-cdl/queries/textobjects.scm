; `class` is an item with a body or an element, `function` a function, `block` what stands in braces.

(model_item body: (block) @class.inner) @class.outer
(component_item body: (block) @class.inner) @class.outer
(experiment_item body: (block) @class.inner) @class.outer
(element body: (block) @class.inner) @class.outer

(function_item value: (_) @function.inner) @function.outer

(block) @block.outer
(structure) @block.outer

(parameter) @parameter.inner
(argument) @parameter.inner
(field value: (_) @assignment.rhs) @assignment.outer
(let_member value: (_) @assignment.rhs) @assignment.outer

[
  (comment)
  (block_comment)
  (doc_comment)
  (file_doc)
] @comment.outer
