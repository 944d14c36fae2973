import { isMask } from './mask.js'

/** Words of which examples are made. */
const exampleWords =
  /your|example|placeholder|change[-_ ]?(?:me|this|it)|replace|insert|redacted|dummy|x{4}|X{4}|\*{3}|\.{3}|•{3}|_here\b|-here\b|^(?:my|the|some|sample|fake|enter|todo|tbd)[-_ ]|^(?:foo|bar|baz|foobar|test|testing|abc|abc123|none|null|nil|undefined|true|false|yes|no|on|off|auto|inherit|include|omit|required|optional|string|str|number|boolean|bool|bytes|text|any|unknown|never|void|object|hidden|masked|removed|empty|unset|default|disabled|enabled|n\/a)$/i

/** What a program, a template or a secret store puts the secret into. */
const references =
  /^(?:<.*>?|\$.*|%.*%|%[sdv]|\{\{.*|\{[\w.]+\}|@[\w.]+|\[.*\]|&[\w.]+|!.*|env[:.].*|op:\/\/.*|vault:.*|arn:.*|ENC\[.*|(?:secretref|ssm|keychain|file):.*|(?:https?|ftp|wss?):\/\/.*|(?:\.{0,2}|~|[A-Za-z]:)[/\\].*\/.*|\/[\w.-]+)$|\$\{|\{\{|process\.|environ|getenv|import\.meta|secrets\.|vars\./s

/** A text that stands where a secret will stand, or that names one: `sk-...`, `<token>`, `${API_KEY}`, `OPENAI_API_KEY`. */
export function isPlaceholder(value: string): boolean {
  return (
    exampleWords.test(value) ||
    isMask(value) ||
    references.test(value) ||
    /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value) ||
    isMonotonous(value)
  )
}

/** A key that is none: `sk-xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`, `sk-your-key-here`, `sk-tree-of-words`. */
export function isExampleToken(token: string): boolean {
  return exampleTokens.test(token) || isMonotonous(token.slice(-12)) || !token.split(/[-_.:/]/).some(isRandom)
}

const exampleTokens =
  /your|example|placeholder|change-?me|replace|redacted|insert|x{6}|\.{3}|0{12}|[-_](?:key|token)[-_]here/i

/** No word of a language, and no name in a program. */
function isRandom(piece: string): boolean {
  return piece.length >= 24 || (piece.length >= 6 && (/\d/.test(piece) || (/[a-z]/.test(piece) && /[A-Z]/.test(piece))))
}

function isMonotonous(value: string): boolean {
  return value !== '' && [...value].every((character) => character === value[0])
}
