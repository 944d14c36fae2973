import { createCharacterTest } from './character-runs.js'
import { isMask } from './mask.js'

/** Words that occur in example values. */
const exampleWords =
  /your|example|placeholder|change[-_ ]?(?:me|this|it)|replace|insert|redacted|dummy|x{4}|X{4}|\*{3}|\.{3}|•{3}|_here\b|-here\b|^(?:my|the|some|sample|fake|enter|todo|tbd)[-_ ]|^(?:foo|bar|baz|foobar|test|testing|abc|abc123|none|null|nil|undefined|true|false|yes|no|on|off|auto|inherit|include|omit|required|optional|string|str|number|boolean|bool|bytes|text|any|unknown|never|void|object|hidden|masked|removed|empty|unset|default|disabled|enabled|n\/a)$/i

/** References to a secret in code, templates and secret stores. */
const references =
  /^(?:<.*>?|\$.*|%.*%|%[sdv]|\{\{.*|\{[\w.]+\}|@[\w.]+|\[.*\]|&[\w.]+|!.*|env[:.].*|op:\/\/.*|vault:.*|arn:.*|ENC\[.*|(?:secretref|ssm|keychain|file):.*|(?:https?|ftp|wss?):\/\/.*|(?:\.{0,2}|~|[A-Za-z]:)[/\\].*\/.*|\/[\w.-]+)$|\$\{|\{\{|process\.|environ|getenv|import\.meta|secrets\.|vars\./s

/**
 * Returns true for a placeholder or a reference instead of a secret: `sk-...`, `<token>`, `${API_KEY}`,
 * `OPENAI_API_KEY`.
 */
export function isPlaceholder(value: string): boolean {
  return (
    exampleWords.test(value) ||
    isMask(value) ||
    references.test(value) ||
    /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value) ||
    isMonotonous(value)
  )
}

/** Returns true for a made-up key: `sk-xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`, `sk-your-key-here`, `sk-tree-of-words`. */
export function isExampleToken(token: string): boolean {
  return exampleTokens.test(token) || isMonotonous(token.slice(-12)) || !hasRandomPiece(token)
}

const exampleTokens =
  /your|example|placeholder|change-?me|replace|redacted|insert|x{6}|\.{3}|0{12}|[-_](?:key|token)[-_]here/i

/** Returns true when a part of the text is neither a natural word nor an identifier. */
export function hasRandomPiece(text: string): boolean {
  let [length, digits, small, capital] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    if (isSeparator(text, at)) [length, digits, small, capital] = [0, 0, 0, 0]
    else {
      length += 1
      if (isDigit(text, at)) digits += 1
      else if (isSmall(text, at)) small += 1
      else if (isCapital(text, at)) capital += 1
      if (length >= 24 || (length >= 6 && (digits > 0 || (small > 0 && capital > 0)))) return true
    }
  }
  return false
}

const isSeparator = createCharacterTest(/[-_.:/]/)
const isDigit = createCharacterTest(/\d/)
const isSmall = createCharacterTest(/[a-z]/)
const isCapital = createCharacterTest(/[A-Z]/)

function isMonotonous(value: string): boolean {
  return value !== '' && [...value].every((character) => character === value[0])
}
