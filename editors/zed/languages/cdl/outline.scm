(const_item "const" @context name: (identifier) @name) @item
(function_item "fn" @context name: (identifier) @name) @item
(model_item "model" @context name: (identifier) @name) @item
(component_item "component" @context name: (identifier) @name) @item
(experiment_item "experiment" @context name: (identifier) @name) @item
(enum_item "enum" @context name: (identifier) @name) @item
(enum_member "enum" @context name: (identifier) @name) @item
(let_member "let" @context name: (identifier) @name) @item
(part_member "part" @context name: (identifier) @name) @item
(use_member "use" @context name: (identifier) @name) @item
(element kind: (identifier) @context name: (identifier) @name) @item
