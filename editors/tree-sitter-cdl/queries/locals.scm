[
  (source_file)
  (model_item)
  (component_item)
  (experiment_item)
  (function_item)
  (for_member)
  (comprehension)
] @local.scope

(const_item name: (identifier) @local.definition.constant)
(function_item name: (identifier) @local.definition.function)
(model_item name: (identifier) @local.definition.type)
(component_item name: (identifier) @local.definition.type)
(enum_item name: (identifier) @local.definition.type)
(enum_member name: (identifier) @local.definition.type)
(enum_value name: (identifier) @local.definition.enum)
(import_target alias: (identifier) @local.definition.import)
(parameter name: (identifier) @local.definition.parameter)
(let_member name: (identifier) @local.definition.var)
(part_member name: (identifier) @local.definition.var)
(use_member name: (identifier) @local.definition.var)
(element name: (identifier) @local.definition.var)
(for_member index: (identifier) @local.definition.var)
(comprehension index: (identifier) @local.definition.var)

(identifier) @local.reference
