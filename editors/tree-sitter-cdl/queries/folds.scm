[
  (block)
  (structure)
  (enum_body)
  (list)
  (comprehension)
  (arguments)
  (parameters)
  (block_comment)
  (doc_comment)+
  (file_doc)+
  (comment)+
  (import_item)+
] @fold
