// The tokens of `.cdl` that need to look further than a regular expression can: which line ends
// count (grammar/src/pairing.rs), what is a unit (`unit` in grammar/cdl.pest), and comments that nest.
//
// The scanner has no state. Whether a bracket is open, the parser tells by asking for a line end or
// not; that the line before goes on, likewise, since it then asks for an operand; and that a clause can
// follow, by asking for `until`.

#include "tree_sitter/parser.h"

enum Token { LINE_END, SOFT_LINE_END, UNIT, BLOCK_COMMENT, RECOVERING, UNTIL };

// Longer than every word that is compared.
#define WORD_MAX 10

// Of `cdl_grammar::keywords()`, those that are never a name.
static const char *const RESERVED[] = {
    "and", "as",  "at", "between", "else", "every", "false",  "for",  "from", "if",   "in",
    "let", "not", "on", "or",      "part", "pub",   "record", "then", "to",   "true", "with",
};

// A line that starts with one of these goes on with the line before it.
static const char *const CONTINUES_LINE[] = {
    "from", "to", "on", "between", "and", "or", "in", "with", "every", "then", "else", "as",
};

// So does a line behind one that ends with one of these.
static const char *const LEAVES_LINE_OPEN[] = {"at", "not", "if", "record"};

// No deeper is the block of an `every` searched for.
#define MAX_DEPTH 16

static bool equal(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

static bool among(const char *word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (equal(word, words[i])) return true;
  }
  return false;
}
#define AMONG(word, words) among(word, words, sizeof(words) / sizeof(words[0]))

static bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }
static bool is_newline(int32_t c) { return c == '\n' || c == '\r'; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word_char(int32_t c) { return is_letter(c) || is_digit(c) || c == '_'; }
// Letters, the percent and degree signs, micro sign, Greek mu and capital omega.
static bool is_unit_char(int32_t c) {
  return is_letter(c) || c == '%' || c == 0xB0 || c == 0xB5 || c == 0x3BC || c == 0x3A9;
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }
static void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

// Reads the rest of a comment whose `/*` is read; false if the text ends before.
static bool block_comment_end(TSLexer *lexer) {
  unsigned depth = 1;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '*' && lexer->lookahead == '/') {
      advance(lexer);
      if (--depth == 0) return true;
    } else if (c == '/' && lexer->lookahead == '*') {
      advance(lexer);
      depth++;
    }
  }
  return false;
}

// Reads blanks, line ends and comments; false at a single `/`, which is an operator. Where it has read a
// line end, `line_end` is true.
static bool pass_over(TSLexer *lexer, bool *line_end) {
  for (;;) {
    if (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) {
      *line_end |= is_newline(lexer->lookahead);
      advance(lexer);
    } else if (lexer->lookahead == '/') {
      advance(lexer);
      if (lexer->lookahead == '/') {
        while (!lexer->eof(lexer) && !is_newline(lexer->lookahead)) advance(lexer);
      } else if (lexer->lookahead == '*') {
        advance(lexer);
        block_comment_end(lexer);
      } else {
        return false;
      }
    } else {
      return true;
    }
  }
}

static void read_word(TSLexer *lexer, char word[WORD_MAX]) {
  size_t length = 0;
  while (is_word_char(lexer->lookahead)) {
    if (length < WORD_MAX - 1) word[length++] = (char)lexer->lookahead;
    advance(lexer);
  }
  word[length] = 0;
}

static void read_text(TSLexer *lexer) {
  advance(lexer);
  while (!lexer->eof(lexer) && !is_newline(lexer->lookahead)) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '"') return;
    if (c == '\\' && !is_newline(lexer->lookahead)) advance(lexer);
  }
}

// What the code that was read last is to what follows it.
struct Last {
  bool ends_operand;
  bool is_number;
  bool is_dot;
  bool leaves_line_open;
};

// Reads a word outside of brackets; false if it cannot stand in the expression behind an `every`.
static bool read_word_of_event(TSLexer *lexer, struct Last *last, bool goes_on) {
  char word[WORD_MAX];
  read_word(lexer, word);
  bool is_name = last->is_dot || !AMONG(word, RESERVED);
  if (!is_name && (equal(word, "every") || equal(word, "with"))) return false;
  bool continues_line = !is_name && AMONG(word, CONTINUES_LINE);
  last->ends_operand = is_name || equal(word, "true") || equal(word, "false");
  last->leaves_line_open = continues_line || (!is_name && AMONG(word, LEAVES_LINE_OPEN));
  last->is_number = last->is_dot = false;
  return goes_on || continues_line;
}

// Whether a block stands behind the expression of the `every` that was read: then it starts an event
// and no clause. The same as `has_block` in grammar/src/clauses.rs.
static bool block_follows(TSLexer *lexer) {
  unsigned depth = 0;
  struct Last last = {.leaves_line_open = true};
  const struct Last operator = {.leaves_line_open = true};
  const struct Last operand = {.ends_operand = true};
  const struct Last number = {.ends_operand = true, .is_number = true};
  const struct Last other = {0};
  for (;;) {
    bool line_end = false;
    if (!pass_over(lexer, &line_end)) {
      last = operator;
      continue;
    }
    if (lexer->eof(lexer)) return false;
    int32_t c = lexer->lookahead;
    bool goes_on = depth > 0 || !line_end || last.leaves_line_open;
    if (is_letter(c) || c == '_') {
      if (!read_word_of_event(lexer, &last, goes_on) && depth == 0) return false;
      continue;
    }
    if (c == '"') {
      if (!goes_on) return false;
      read_text(lexer);
      last = operand;
      continue;
    }
    if (c == '{' && depth == 0 && last.ends_operand) return true;
    advance(lexer);
    bool doubled = lexer->lookahead == (c == '.' ? '.' : '=');
    switch (c) {
      case '{': case '(': case '[':
        if ((!goes_on && c != '{') || ++depth > MAX_DEPTH) return false;
        last = other;
        break;
      case '}': case ')': case ']':
        if (depth-- == 0) return false;
        last = c == '}' ? operand : number;
        break;
      case ',': case ';':
        if (depth == 0) return false;
        last = other;
        break;
      case '.':
        if (!doubled && !goes_on) return false;
        if (doubled) advance(lexer);
        last = doubled ? operator : other;
        last.is_dot = !doubled;
        break;
      case '=':
        if (!doubled && depth == 0) return false;
        // fall through
      case '!': case '<': case '>':
        if (doubled) advance(lexer);
        last = operator;
        break;
      case '+': case '-': case '*': case '^':
        last = operator;
        break;
      case '%':
        last.leaves_line_open = !last.is_number;
        last.ends_operand = last.is_number = false;
        break;
      default:
        if (!goes_on) return false;
        while (is_digit(c) && is_word_char(lexer->lookahead)) advance(lexer);
        last = is_digit(c) ? number : operand;
    }
  }
}

// Whether the line that ends here goes on with the next code, which stands in another line; `in_analysis`
// tells whether that may be a clause.
static bool goes_on(TSLexer *lexer, bool in_analysis) {
  bool line_end = false;
  if (!pass_over(lexer, &line_end)) return true;
  int32_t c = lexer->lookahead;
  switch (c) {
    case '=': case ',': case ':': case '{':
    case '+': case '-': case '*': case '%': case '^': case '<': case '>':
      return true;
    case '!':
      advance(lexer);
      return lexer->lookahead == '=';
    case '.':
      advance(lexer);
      return lexer->lookahead == '.';
  }
  if (!is_letter(c)) return false;
  char word[WORD_MAX];
  read_word(lexer, word);
  if (!AMONG(word, CONTINUES_LINE) && !(in_analysis && equal(word, "until"))) return false;
  if (!pass_over(lexer, &line_end)) return true;
  if (lexer->lookahead != '=') return !equal(word, "every") || !block_follows(lexer);
  // No line goes on with a reserved word and `=`: it was meant to be a field.
  advance(lexer);
  return lexer->lookahead == '=';
}

static bool scan_line_end(TSLexer *lexer, bool in_analysis) {
  while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) advance(lexer);
  lexer->mark_end(lexer);
  bool before_comment = false;
  if (lexer->lookahead == '/') {
    advance(lexer);
    if (lexer->lookahead == '*') {
      advance(lexer);
      block_comment_end(lexer);
      before_comment = true;
    } else if (lexer->lookahead == '/') {
      while (!lexer->eof(lexer) && !is_newline(lexer->lookahead)) advance(lexer);
    } else {
      return false;
    }
  }
  bool counts = !goes_on(lexer, in_analysis);
  // Else the parser would pass over the blanks and take the comment for an operator.
  lexer->result_symbol = counts ? LINE_END : SOFT_LINE_END;
  return counts || before_comment;
}

// `^2`, `^-1`, `^0.5`, `^(1/2)`, of which `^` is read; false if something else follows. Where it
// has read a dot that belongs to no number, `dot` is true.
static bool scan_exponent(TSLexer *lexer, bool *dot) {
  bool fraction = lexer->lookahead == '(';
  if (fraction) advance(lexer);
  if (lexer->lookahead == '-') advance(lexer);
  if (!is_digit(lexer->lookahead)) return false;
  while (is_digit(lexer->lookahead)) advance(lexer);
  if (fraction) {
    if (lexer->lookahead != '/') return false;
    advance(lexer);
    if (!is_digit(lexer->lookahead)) return false;
    while (is_digit(lexer->lookahead)) advance(lexer);
    if (lexer->lookahead != ')') return false;
    advance(lexer);
  }
  lexer->mark_end(lexer);
  if (!fraction && lexer->lookahead == '.') {
    advance(lexer);
    if (!is_digit(lexer->lookahead)) {
      *dot = true;
      return true;
    }
    while (is_digit(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
  }
  return true;
}

// One token without blanks: `m/s^2`, `N.m`, `kg/m^3`, `1/s`. The lexer stands at its start.
static bool scan_unit(TSLexer *lexer, bool in_brackets) {
  lexer->result_symbol = UNIT;
  bool percent = lexer->lookahead == '%';
  if (percent) {
    // `%` before an operand is the remainder.
    advance(lexer);
    lexer->mark_end(lexer);
    bool apart = false;
    while (is_blank(lexer->lookahead) || (in_brackets && is_newline(lexer->lookahead))) {
      advance(lexer);
      apart = true;
    }
    int32_t c = lexer->lookahead;
    if (is_word_char(c) || c == '(' || c == '[' || c == '{' || c == '"') return false;
    if (apart) return true;
  } else if (lexer->lookahead == '1') {
    advance(lexer);
    if (lexer->lookahead != '/') return false;
    advance(lexer);
  }
  for (bool first = true;; first = false) {
    if (!is_unit_char(lexer->lookahead) && !(first && percent)) return !first;
    char word[WORD_MAX];
    size_t length = 0;
    while (is_unit_char(lexer->lookahead)) {
      if (length < WORD_MAX - 1) {
        word[length++] = lexer->lookahead < 128 ? (char)lexer->lookahead : '?';
      }
      advance(lexer);
    }
    word[length] = 0;
    if (first && (AMONG(word, RESERVED) || equal(word, "until"))) return false;
    // It never runs into a call.
    if (is_word_char(lexer->lookahead) || lexer->lookahead == '(') return false;
    lexer->mark_end(lexer);
    bool dot = false;
    if (lexer->lookahead == '^') {
      advance(lexer);
      if (!scan_exponent(lexer, &dot)) return true;
      if (!dot && (is_word_char(lexer->lookahead) || lexer->lookahead == '(')) return false;
    }
    if (!dot) {
      if (lexer->lookahead != '.' && lexer->lookahead != '/') return true;
      advance(lexer);
    }
  }
}

void *tree_sitter_cdl_external_scanner_create(void) { return NULL; }

void tree_sitter_cdl_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_cdl_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_cdl_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_cdl_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  while (is_blank(lexer->lookahead) || (!valid[LINE_END] && is_newline(lexer->lookahead))) {
    skip(lexer);
  }
  if (valid[LINE_END] && is_newline(lexer->lookahead)) {
    return scan_line_end(lexer, valid[UNTIL] && !valid[RECOVERING]);
  }
  if (valid[BLOCK_COMMENT] && lexer->lookahead == '/') {
    advance(lexer);
    if (lexer->lookahead != '*') return false;
    advance(lexer);
    lexer->result_symbol = BLOCK_COMMENT;
    bool closed = block_comment_end(lexer);
    lexer->mark_end(lexer);
    return closed;
  }
  if (valid[UNIT] && !valid[RECOVERING] &&
      (lexer->lookahead == '1' || is_unit_char(lexer->lookahead))) {
    return scan_unit(lexer, !valid[LINE_END]);
  }
  return false;
}
