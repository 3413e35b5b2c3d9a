(block "}" @end) @indent
(structure "}" @end) @indent
(list "]" @end) @indent
(comprehension "]" @end) @indent
(arguments ")" @end) @indent
(parameters ")" @end) @indent
(group ")" @end) @indent
(enum_body "}" @end) @indent
