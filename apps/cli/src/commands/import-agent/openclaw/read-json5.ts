import { english } from '@hermes/safety/language'

/**
 * Reads JSON5: JSON with comments, trailing commas, names without quotes, single quotes, and numbers as in JavaScript.
 * @throws {SyntaxError} which names the line, and nothing of the text.
 */
export function readJson5(text: string): unknown {
  let at = 0

  function refuse(what: string): never {
    const line = text.slice(0, at).split('\n').length
    throw new SyntaxError(english`line ${line}: ${what}`)
  }
  /** The text at this place that fits a sticky pattern, which is passed over. */
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  /** Passes over space and a mark. */
  function takeMark(mark: string): boolean {
    take(space)
    if (!text.startsWith(mark, at)) return false
    at += mark.length
    return true
  }

  function value(depth: number): unknown {
    if (depth > mostNested) refuse(english`it is nested too deeply`)
    if (takeMark('{')) return object(depth)
    if (takeMark('[')) return list(depth)
    const quoted = take(string)
    if (quoted !== undefined) return unquote(quoted)
    const digits = take(number)
    if (digits !== undefined) return toNumber(digits)
    const word = take(name)
    return word !== undefined && words.has(word) ? words.get(word) : refuse(english`there is no value`)
  }
  function object(depth: number): unknown {
    const members: [string, unknown][] = []
    while (!takeMark('}')) {
      const quoted = take(string)
      const key = quoted === undefined ? take(name) : unquote(quoted)
      if (key === undefined) refuse(english`there is no name`)
      if (!takeMark(':')) refuse(english`there is no colon after a name`)
      members.push([key, value(depth + 1)])
      if (!takeMark(',') && !isAt('}')) refuse(english`there is no comma between two members`)
    }
    return Object.fromEntries(members)
  }
  function list(depth: number): unknown {
    const items: unknown[] = []
    while (!takeMark(']')) {
      items.push(value(depth + 1))
      if (!takeMark(',') && !isAt(']')) refuse(english`there is no comma between two items`)
    }
    return items
  }
  function isAt(mark: string): boolean {
    take(space)
    return text.startsWith(mark, at)
  }

  const result = value(0)
  take(space)
  return at === text.length ? result : refuse(english`there is more than one value`)
}

const mostNested = 200
const space = /(?:[\s\uFEFF]|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)*/y
const string = /"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"|'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'/y
const number = /[+-]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
const name = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function toNumber(digits: string): number {
  const [, sign, rest = ''] = /^([+-]?)(.*)$/.exec(digits) ?? []
  return sign === '-' ? -Number(rest) : Number(rest)
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' }

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(
      /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(\r\n|[\n\r\u2028\u2029])|([\s\S]))/g,
      (_, ...groups: string[]) => {
        const [byte, unit, lineEnd, other = ''] = groups
        if (lineEnd !== undefined) return ''
        const code = byte ?? unit
        return code === undefined ? (escapes[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16))
      },
    )
}
