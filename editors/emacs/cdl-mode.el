;;; cdl-mode.el --- Mechanical systems with cables  -*- lexical-binding: t; -*-

;; Emacs 29 or newer.  The language server is the command `cdl'; colours and indentation need the
;; grammar: M-x treesit-install-language-grammar RET cdl RET, once.

(require 'treesit)

(defconst cdl-mode--keywords
  '("import" "const" "fn" "model" "component" "experiment" "enum" "let" "for" "in" "if" "then" "else"
    "part" "use" "record" "as" "at" "when" "from" "to" "on" "between" "with" "every" "until"
    "and" "or" "not" "attach" "detach" "lock" "release"))

(defun cdl-mode--font-lock ()
  "The rules of colour."
  (treesit-font-lock-rules
   :language 'cdl :feature 'comment
   '([(comment) (block_comment)] @font-lock-comment-face
     [(doc_comment) (file_doc)] @font-lock-doc-face)
   :language 'cdl :feature 'string
   '((text) @font-lock-string-face)
   :language 'cdl :feature 'keyword
   `([,@cdl-mode--keywords] @font-lock-keyword-face
     (public) @font-lock-keyword-face
     (analysis keyword: (identifier) @font-lock-keyword-face))
   :language 'cdl :feature 'definition
   '((function_item name: (identifier) @font-lock-function-name-face)
     (model_item name: (identifier) @font-lock-type-face)
     (component_item name: (identifier) @font-lock-type-face)
     (experiment_item name: (identifier) @font-lock-variable-name-face)
     (enum_item name: (identifier) @font-lock-type-face)
     (enum_member name: (identifier) @font-lock-type-face)
     (enum_value name: (identifier) @font-lock-constant-face)
     (const_item name: (identifier) @font-lock-constant-face)
     (let_member name: (identifier) @font-lock-variable-name-face)
     (part_member name: (identifier) @font-lock-variable-name-face)
     (use_member name: (identifier) @font-lock-variable-name-face)
     (element name: (identifier) @font-lock-variable-name-face)
     (parameter name: (identifier) @font-lock-variable-name-face))
   :language 'cdl :feature 'type
   '((element kind: (identifier) @font-lock-builtin-face)
     (type name: (identifier) @font-lock-type-face)
     (type name: (path (identifier) @font-lock-type-face)))
   :language 'cdl :feature 'number
   '((number) @font-lock-number-face
     (unit) @font-lock-constant-face
     (boolean) @font-lock-constant-face)
   :language 'cdl :feature 'property
   '((field name: (identifier) @font-lock-property-name-face)
     (argument name: (identifier) @font-lock-property-name-face)
     (attribute name: (identifier) @font-lock-property-use-face))
   :language 'cdl :feature 'function
   '((call function: (identifier) @font-lock-function-call-face))))

(defvar cdl-mode--indent-rules
  '((cdl
     ((parent-is "source_file") column-0 0)
     ((node-is "}") parent-bol 0)
     ((node-is "]") parent-bol 0)
     ((node-is ")") parent-bol 0)
     ((parent-is "block") parent-bol 2)
     ((parent-is "structure") parent-bol 2)
     ((parent-is "enum_body") parent-bol 2)
     ((parent-is "list") parent-bol 2)
     ((parent-is "arguments") parent-bol 2)
     ((parent-is "parameters") parent-bol 2)
     ((parent-is "group") parent-bol 2)
     (no-node parent-bol 0)
     (catch-all parent-bol 2))))

;;;###autoload
(define-derived-mode cdl-mode prog-mode "CDL"
  "Major mode for mechanical systems with cables."
  (setq-local comment-start "// " comment-end "" indent-tabs-mode nil)
  (when (treesit-ready-p 'cdl t)
    (treesit-parser-create 'cdl)
    (setq-local treesit-font-lock-settings (cdl-mode--font-lock))
    (setq-local treesit-font-lock-feature-list
                '((comment definition) (keyword string type) (number property) (function)))
    (setq-local treesit-simple-indent-rules cdl-mode--indent-rules)
    (setq-local treesit-simple-imenu-settings
                '(("Model" "\\`\\(?:model\\|component\\)_item\\'" nil nil)
                  ("Experiment" "\\`experiment_item\\'" nil nil)
                  ("Enum" "\\`enum_item\\'" nil nil)
                  ("Function" "\\`function_item\\'" nil nil)))
    (setq-local treesit-defun-type-regexp "\\`\\(?:model\\|component\\|experiment\\|function\\)_item\\'")
    (setq-local treesit-defun-name-function
                (lambda (node) (treesit-node-text (treesit-node-child-by-field-name node "name") t)))
    (treesit-major-mode-setup)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cdl\\'" . cdl-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(cdl-mode . ("cdl" "lsp"))))

(provide 'cdl-mode)
;;; cdl-mode.el ends here
