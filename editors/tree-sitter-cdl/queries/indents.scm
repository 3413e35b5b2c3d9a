; Neovim and Helix name these differently: `indent.begin` and `indent`, `indent.branch` and `outdent`.

[
  (block)
  (structure)
  (enum_body)
  (list)
  (comprehension)
  (arguments)
  (parameters)
  (group)
] @indent.begin @indent

[
  "}"
  "]"
  ")"
] @indent.branch @indent.end @outdent

(block_comment) @indent.auto

(ERROR "{") @indent.begin
