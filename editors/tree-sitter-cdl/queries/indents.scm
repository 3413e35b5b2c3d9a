; Neovim; Helix reads the same from queries for it (`@indent`, `@outdent`), see editors/README.md.

[
  (block)
  (structure)
  (list)
  (arguments)
  (parameters)
  (group)
] @indent.begin

[
  "}"
  "]"
  ")"
] @indent.branch @indent.end

[
  (comment)
  (doc_comment)
  (file_doc)
] @indent.ignore

(block_comment) @indent.auto

(ERROR "{") @indent.begin
