/**
 * The grammar of `.cdl` for tree-sitter.
 *
 * `grammar/cdl.pest` defines the language; rules have the names they have there. It is told here a
 * second time since an editor wants a tree in every keystroke and in its own process. A test of the
 * repository (`tests/editors/tree_sitter.rs`) holds both against each other.
 *
 * Which line ends count, and whether a word after a number is a unit, is decided in `src/scanner.c`.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** The words of `cdl_grammar::keywords()`. */
const RESERVED = [
  'and', 'as', 'at', 'between', 'else', 'every', 'false', 'for', 'from', 'if', 'in', 'let',
  'not', 'on', 'or', 'part', 'pub', 'record', 'then', 'to', 'true', 'with',
];

/** Words that mean something at the start of a member and are names elsewhere. */
const CONTEXTUAL = ['simulate', 'use', 'when', 'enum'];

/** The word of a clause that is a name where no clause can stand. */
const UNTIL = 'until';

/** Words that start an action in the block of an event where an operand follows, and are names elsewhere. */
const VERBS = ['attach', 'detach', 'lock', 'release'];

const WORD = /[A-Za-z_][A-Za-z0-9_]*/;

/** How tight operators bind, see `grammar/src/precedence.rs`. */
const LEVEL = {
  conditional: 1,
  range: 2,
  or: 3,
  and: 4,
  not: 5,
  comparison: 6,
  sum: 7,
  product: 8,
  minus: 9,
  power: 10,
};

/**
 * One or more of `rule` between commas; a comma may follow.
 * @param {RuleOrLiteral} rule
 */
const listed = rule => seq(separated(rule), optional(','));

/**
 * One or more of `rule` between commas.
 * @param {RuleOrLiteral} rule
 */
const separated = rule => seq(rule, repeat(seq(',', rule)));

/**
 * `{ entries }`, which line ends or semicolons separate.
 * @param {GrammarSymbols<any>} $
 * @param {RuleOrLiteral} entry
 */
const braced = ($, entry) =>
  seq('{', repeat(choice($._separator, seq(entry, $._separator))), optional(entry), '}');

/**
 * An infix operator.
 * @param {RuleOrLiteral} left
 * @param {RuleOrLiteral} operator
 * @param {RuleOrLiteral} right
 */
const infix = (left, operator, right) =>
  seq(field('left', left), field('operator', operator), field('right', right));

export default grammar({
  name: 'cdl',

  externals: $ => [
    // A line end that ends a field, a member or an item.
    $._line_end,
    // Another one, before a comment.
    $._soft_line_end,
    $.unit,
    // `/* ... */`, which nests.
    $.block_comment,
    // Never valid, so it tells the scanner that the parser is recovering from an error.
    $._recovering,
    // Tells the scanner that a clause can stand here, so that a line which starts with it goes on.
    UNTIL,
  ],

  extras: $ => [/[ \t\r\n]/, $.comment, $.doc_comment, $.file_doc, $.block_comment, $._soft_line_end],

  word: $ => $.identifier,

  reserved: { global: _ => RESERVED },

  supertypes: $ => [$.member, $.expression, $.operand],

  inline: $ => [$._entry],

  rules: {
    source_file: $ => seq(
      repeat(choice(
        $._separator,
        $._item_with_body,
        seq($._item_of_line, $._separator),
      )),
      optional($._item_of_line),
    ),

    _separator: $ => choice($._line_end, ';'),

    // ---------------------------------------------------------------- items

    _item_of_line: $ => choice($.import_item, $.const_item, $.function_item, $.enum_item),
    _item_with_body: $ => choice($.model_item, $.component_item, $.experiment_item),

    import_item: $ => seq('import', separated($.import_target)),
    import_target: $ => seq(
      field('path', choice($.text, $.path)),
      optional(seq('as', field('alias', $.identifier))),
    ),
    const_item: $ => seq('const', $._definition),
    function_item: $ => seq(
      'fn',
      field('name', $.identifier),
      field('parameters', $.parameters),
      optional(seq('->', field('result', $.type))),
      '=',
      field('value', $.expression),
    ),
    model_item: $ => seq('model', $._declaration),
    component_item: $ => seq('component', $._declaration),
    experiment_item: $ => seq(
      'experiment',
      field('name', $.identifier),
      '=',
      field('model', $.path),
      optional(field('arguments', alias($._apart_arguments, $.arguments))),
      field('body', $.block),
    ),

    // `enum Phase { lowering, landed }`
    enum_item: $ => seq('enum', $._enumeration),
    _enumeration: $ => seq(field('name', $.identifier), field('body', $.enum_body)),
    enum_body: $ => seq('{', repeat($._structure_separator), $._enum_values, '}'),
    _enum_values: $ => choice(
      $.enum_value,
      seq($._enum_values, $._structure_separator),
      seq($._enum_values, $._structure_separator, $.enum_value),
    ),
    enum_value: $ => field('name', $.identifier),

    _declaration: $ => seq(
      field('name', $.identifier),
      optional(field('parameters', $.parameters)),
      field('body', $.block),
    ),
    _definition: $ => seq(
      field('name', $.identifier),
      optional(seq(':', field('type', $.type))),
      '=',
      field('value', $.expression),
    ),

    parameters: $ => seq('(', optional(listed($.parameter)), ')'),
    parameter: $ => seq(
      field('name', $.identifier),
      optional(seq(':', field('type', $.type))),
      optional(seq('=', field('default', $.expression))),
    ),
    // `Length`, or an enum of an import: `parts.Phase`
    type: $ => seq(
      field('name', choice($.identifier, alias($._dotted, $.path))),
      optional(seq('(', separated($.type), ')')),
    ),

    // ---------------------------------------------------------------- members and fields

    block: $ => braced($, $._entry),
    _entry: $ => choice($.field, $.member),

    field: $ => seq(
      field('name', choice($.identifier, alias(choice(...CONTEXTUAL), $.identifier))),
      '=',
      $._shown,
    ),

    member: $ => choice(
      $.let_member, $.for_member, $.if_member, $.part_member, $.use_member, $.enum_member,
      $.record_member,
      $.event, $.analysis, $.element,
    ),

    let_member: $ => seq(
      optional($.public),
      'let',
      $._element_name,
      optional(seq(':', field('type', $.type))),
      '=',
      field('value', $.expression),
    ),
    for_member: $ => seq(
      'for',
      field('index', $.identifier),
      'in',
      field('range', $.expression),
      field('body', $.block),
    ),
    if_member: $ => seq(
      'if',
      field('condition', $.expression),
      field('body', $.block),
      repeat($.else_if),
      optional($.else),
    ),
    else_if: $ => seq('else', 'if', field('condition', $.expression), field('body', $.block)),
    else: $ => seq('else', field('body', $.block)),
    part_member: $ => seq(
      optional($.public),
      'part',
      $._element_name,
      '=',
      field('component', $.expression),
    ),
    use_member: $ => seq(
      optional($.public),
      'use',
      field('component', $.expression),
      'as',
      $._element_name,
    ),
    enum_member: $ => seq(optional($.public), 'enum', $._enumeration),
    record_member: $ => seq('record', separated($.record_entry)),
    record_entry: $ => seq(
      $._shown,
      optional(seq('as', field('alias', $.identifier))),
    ),
    // What is recorded or plotted `in kN`.
    _shown: $ => field('value', choice($.expression, $.shown)),
    shown: $ => seq(
      field('value', $.expression),
      'in',
      field('unit', choice($.unit, alias('%', $.unit))),
    ),
    // `at 20 s { ... }`, `when tension > 60 kN { ... }`, `every 10 s { ... }`
    event: $ => seq(
      field('kind', choice('at', 'when', 'every')),
      field('law', $.expression),
      field('body', alias($.event_block, $.block)),
    ),
    event_block: $ => braced($, choice(
      alias($.message, $.field),
      alias($.verb_field, $.field),
      $.action,
      $.assignment,
      $.field,
      alias($.event_for, $.for_member),
      alias($.event_if, $.if_member),
      $._event_member,
    )),
    _event_member: $ => choice(
      $.let_member, $.part_member, $.use_member, $.enum_member, $.record_member,
      $.event, $.analysis, $.element,
    ),
    // What stands in these does so in the block of the event.
    event_for: $ => seq(
      'for',
      field('index', $.identifier),
      'in',
      field('range', $.expression),
      field('body', alias($.event_block, $.block)),
    ),
    event_if: $ => seq(
      'if',
      field('condition', $.expression),
      field('body', alias($.event_block, $.block)),
      repeat(alias($.event_else_if, $.else_if)),
      optional(alias($.event_else, $.else)),
    ),
    event_else_if: $ => seq(
      'else', 'if',
      field('condition', $.expression),
      field('body', alias($.event_block, $.block)),
    ),
    event_else: $ => seq('else', field('body', alias($.event_block, $.block))),
    // `stop "the load ran away"` is a field without its `=`.
    message: $ => seq(field('name', $.identifier), field('value', $.text)),
    // `attach rope.end to load.eye, within = 5 cm`, `lock slew`
    action: $ => seq(
      field('verb', choice(...VERBS)),
      field('subject', $.expression),
      optional(seq('to', field('to', $.expression))),
      repeat(seq(',', alias($._action_clause, $.clause))),
    ),
    _action_clause: $ => seq(field('name', $.identifier), '=', field('value', $.expression)),
    // `lock = 3 N`, where the word is a name.
    verb_field: $ => seq(
      field('name', alias(choice(...VERBS), $.identifier)),
      '=',
      field('value', $.expression),
    ),
    // `a[i] = 2 * a[i]`: of something that is no plain name.
    assignment: $ => seq(field('target', $._assigned), '=', field('value', $.expression)),
    _assigned: $ => choice(
      alias($._assigned_attribute, $.attribute),
      alias($._assigned_index, $.index),
      alias($._assigned_call, $.call),
    ),
    _assigned_start: $ => choice(
      $.identifier,
      alias(choice(...CONTEXTUAL, ...VERBS), $.identifier),
      $._assigned,
    ),
    _assigned_attribute: $ => seq(
      field('target', $._assigned_start),
      token.immediate('.'),
      field('name', alias($._word, $.identifier)),
    ),
    _assigned_index: $ => seq(
      field('target', $._assigned_start),
      token.immediate('['),
      field('index', choice($.expression, $.each)),
      ']',
    ),
    _assigned_call: $ => prec.right(seq(
      field('function', $._assigned),
      field('arguments', $.arguments),
      optional(field('unit', $.unit)),
    )),

    // `simulate 10 s until height < 0 m with rk4(step = 5 ms), every 10 ms`, `modes(count = 20)`
    analysis: $ => prec.right(choice(
      seq(
        field('keyword', alias('simulate', $.identifier)),
        optional(field('subject', choice($.expression, alias(UNTIL, $.identifier)))),
        repeat($._clause),
      ),
      seq(
        field('keyword', $.identifier),
        choice(
          field('arguments', alias($._apart_arguments, $.arguments)),
          field('subject', $.quantity),
        ),
        repeat($._clause),
      ),
      // `equilibrium until` would be an element of that name.
      seq(
        field('keyword', $.identifier),
        optional(seq(alias($._plain_clause, $.clause), repeat($._clause))),
      ),
    )),
    _clause: $ => choice(
      seq(optional(','), $.clause),
      seq(',', alias($._named_clause, $.clause)),
    ),
    clause: $ => seq(field('name', choice('with', 'every', UNTIL)), field('value', $.expression)),
    _plain_clause: $ => seq(field('name', choice('with', 'every')), field('value', $.expression)),
    _named_clause: $ => seq(
      field('name', choice($.identifier, alias(UNTIL, $.identifier))),
      '=',
      field('value', $.expression),
    ),

    // `kind name: variant(...) relations = law { ... }`; without a name there has to be something
    // else, or it is an analysis.
    element: $ => seq(
      optional($.public),
      field('kind', $.identifier),
      choice(
        seq(
          $._element_name,
          optional($._sort),
          repeat($.relation),
          optional($._law),
          optional(field('body', $.block)),
        ),
        seq($._sort, repeat($.relation), optional($._law), optional(field('body', $.block))),
        seq(repeat1($.relation), optional($._law), optional(field('body', $.block))),
        field('body', $.block),
      ),
    ),
    _sort: $ => seq(':', choice(field('variant', $.variant), field('law', $.constraint))),
    // Whatever can be a variant is one.
    variant: $ => prec(1, choice(
      $.identifier,
      $.attribute,
      $.call,
      alias($._apart_call, $.call),
    )),
    _apart_call: $ => seq(
      field('function', choice($.identifier, $.attribute)),
      field('arguments', alias($._apart_arguments, $.arguments)),
    ),
    constraint: $ => $.expression,
    _law: $ => seq('=', field('law', choice($.expression, $.shown))),

    relation: $ => prec.right(choice(
      seq(
        field('word', choice('from', 'to', 'on', 'between', 'and', 'in')),
        $._target,
        optional(seq('at', field('at', $.operand), optional($._manner))),
      ),
      seq(field('word', 'at'), $._target),
    )),
    _target: $ => seq(field('target', $.operand), optional($._manner)),
    _manner: $ => seq('(', field('manner', $.identifier), ')'),

    _element_name: $ => prec.right(seq(
      field('name', $.identifier),
      optional(seq(choice('[', token.immediate('[')), field('index', $.expression), ']')),
    )),

    public: _ => 'pub',

    // ---------------------------------------------------------------- expressions

    expression: $ => choice($.operand, alias($._logical_expression, $.binary_expression)),

    // What may stand in a relation: an `and` after it is the relation's.
    operand: $ => choice(
      $._primary,
      $.unary_expression,
      $.conditional,
      alias($._arithmetic_expression, $.binary_expression),
    ),

    _primary: $ => choice(
      $.quantity, $.text, $.boolean, $.list, $.comprehension, $._suffixed,
    ),
    // What a dot, an index or a call can follow.
    _suffixed: $ => choice(
      $.identifier, $.structure, $.group, $.attribute, $.index, $.call,
    ),

    _logical_expression: $ => choice(
      prec.left(LEVEL.range, infix($.expression, '..', $.expression)),
      prec.left(LEVEL.or, infix($.expression, 'or', $.expression)),
      prec.left(LEVEL.and, infix($.expression, 'and', $.expression)),
      prec.left(
        LEVEL.comparison,
        infix($.expression, choice('==', '!=', '<', '<=', '>', '>='), $.expression),
      ),
    ),
    _arithmetic_expression: $ => choice(
      prec.left(LEVEL.sum, infix($.operand, choice('+', '-'), $.operand)),
      prec.left(LEVEL.product, infix($.operand, choice('*', '/', '%'), $.operand)),
      prec.right(LEVEL.power, infix($.operand, '^', $.operand)),
    ),
    unary_expression: $ => choice(
      prec(LEVEL.minus, seq(field('operator', '-'), field('operand', $.operand))),
      prec(LEVEL.not, seq(field('operator', 'not'), field('operand', $.expression))),
    ),
    conditional: $ => prec.right(LEVEL.conditional, seq(
      'if',
      field('condition', $.expression),
      'then',
      field('then', $.expression),
      'else',
      field('else', $.expression),
    )),

    // No blank stands before a dot, an index or a call: `to boat.eye (pinned)` is none.
    attribute: $ => seq(
      field('target', $._indexable),
      token.immediate('.'),
      field('name', alias($._word, $.identifier)),
    ),
    index: $ => seq(
      field('target', $._indexable),
      token.immediate('['),
      field('index', choice($.expression, $.each)),
      ']',
    ),
    // All of a row, as in `rope[*].end.tension`.
    each: _ => '*',
    call: $ => prec.right(seq(
      field('function', $._indexable),
      field('arguments', $.arguments),
      optional(field('unit', $.unit)),
    )),
    _indexable: $ => choice($._suffixed, $.list, $.comprehension),

    arguments: $ => seq(token.immediate('('), $._argument_list),
    _apart_arguments: $ => seq('(', $._argument_list),
    _argument_list: $ => seq(optional(listed($.argument)), ')'),
    argument: $ => seq(
      optional(seq(field('name', $.identifier), '=')),
      field('value', $.expression),
      // `base = ship at [0, 0, 1] m`
      optional(seq('at', field('at', $.expression))),
    ),

    quantity: $ => prec.right(seq(field('number', $.number), optional(field('unit', $.unit)))),
    list: $ => prec.right(seq(
      '[', optional(listed($.expression)), ']', optional(field('unit', $.unit)),
    )),
    // `[for i in 0..8 if i != 3: rope[i].end.tension]`
    comprehension: $ => prec.right(seq(
      '[',
      'for',
      field('index', $.identifier),
      'in',
      field('range', $.expression),
      optional(seq('if', field('condition', $.expression))),
      ':',
      field('element', $.expression),
      ']',
      optional(field('unit', $.unit)),
    )),
    group: $ => seq('(', $.expression, ')'),
    structure: $ => seq(
      '{',
      repeat(choice($._structure_separator, seq($._structure_entry, $._structure_separator))),
      optional($._structure_entry),
      '}',
    ),
    _structure_separator: $ => choice(',', $._separator),
    _structure_entry: $ => alias($.structure_field, $.field),
    structure_field: $ => seq(field('name', $.identifier), '=', field('value', $.expression)),

    boolean: _ => choice('true', 'false'),
    _dotted: $ => seq($.identifier, repeat1(seq(token.immediate('.'), alias($._word, $.identifier)))),
    path: $ => seq($.identifier, repeat(seq(token.immediate('.'), alias($._word, $.identifier)))),

    // ---------------------------------------------------------------- tokens

    identifier: _ => WORD,
    // After a dot every word is a name.
    _word: _ => token.immediate(WORD),
    number: _ => /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/,
    text: _ => /"(\\[^\r\n]|[^"\\\r\n])*"/,

    comment: _ => token(choice('//', /\/\/[^\/!\r\n][^\r\n]*/, /\/\/\/\/[^\r\n]*/)),
    doc_comment: _ => token(choice('///', /\/\/\/[^\/\r\n][^\r\n]*/)),
    file_doc: _ => /\/\/![^\r\n]*/,
  },
});
