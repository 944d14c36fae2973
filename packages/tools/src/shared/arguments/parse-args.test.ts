import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseToolArguments } from './parse-args.js'

function parse(raw: string) {
  const result = parseToolArguments(raw)
  return result.ok ? result.args : result.reason
}

describe('repairs', () => {
  test.each<[name: string, raw: string, args: object]>([
    ['nothing', '', {}],
    ['null', ' null ', {}],
    ['valid JSON', '{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ['a byte order mark', '\uFEFF{"a": 1}', { a: 1 }],
    ['an object in a text', '"{\\"a\\": 1}"', { a: 1 }],
    ['an object escaped without its text', '{\\"a\\": \\"b\\"}', { a: 'b' }],
    ['an object in quotes', `'{"a": "b"}'`, { a: 'b' }],
    ['a fence', '```json\n{"a": 1}\n```', { a: 1 }],
    ['words before and after', 'Here are the arguments: {"a": 1,} as asked.', { a: 1 }],
    ['a tag after', '{"a": 1,}</tool_call>', { a: 1 }],
    ['trailing commas', '{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }],
    ['a leading comma', '{, "a": 1}', { a: 1 }],
    ['doubled commas', '{"a": 1,, "b": 2}', { a: 1, b: 2 }],
    ['single quotes', "{'a': 'it''s', 'b': 'x'}".replace("''", "\\'"), { a: "it's", b: 'x' }],
    ['an apostrophe in single quotes', "{'a': 'don't', 'b': 1}", { a: "don't", b: 1 }],
    ['typographic quotes', '{“a”: “b”}', { a: 'b' }],
    ['backticks', '{`a`: `b`}', { a: 'b' }],
    ['Python', "{'a': True, 'b': False, 'c': None}", { a: true, b: false, c: null }],
    ['keys without quotes', '{path: "a", $b-c: 1}', { path: 'a', '$b-c': 1 }],
    ['a key with half its quotes', '{path": "a"}', { path: 'a' }],
    ['a text without quotes', '{"path": src/a.ts, "mode": replace}', { path: 'src/a.ts', mode: 'replace' }],
    ['a text with half its quotes', '{"path": src/a.ts", "b": 1}', { path: 'src/a.ts', b: 1 }],
    ['no comma between members', '{"a": "x" "b": 2\n"c": 3}', { a: 'x', b: 2, c: 3 }],
    ['no comma between items', '{"a": ["x" "y"]}', { a: ['x', 'y'] }],
    ['other colons', '{"a" = 1, "b" => 2, "c" 3}', { a: 1, b: 2, c: 3 }],
    ['comments', '{"a": 1, // one\n /* two */ "b": 2 # three\n}', { a: 1, b: 2 }],
    ['non-standard number formats', '{"a": +5, "b": .5, "c": 5., "d": -1e3}', { a: 5, b: 0.5, c: 5, d: -1000 }],
    ['a missing closing brace', '{"a": {"b": "c"}', { a: { b: 'c' } }],
    ['missing closing brackets', '{"a": [{"b": "c"', { a: [{ b: 'c' }] }],
    ['a list closed by the brace', '{"a": [1, 2}', { a: [1, 2] }],
    ['an object closed by a bracket', '{"a": [{"b": 1], "c": 2}', { a: [{ b: 1 }], c: 2 }],
    ['surplus closing brackets', '{"a": 1}}]', { a: 1 }],
    ['a missing opening brace', '"a": 1, "b": 2}', { a: 1, b: 2 }],
    ['the same object twice', '{"a": "b"}{"a": "b"}', { a: 'b' }],
    ['control characters in a text', '{"a": "one\ntwo\tthree\u0001"}', { a: 'one\ntwo\tthree\u0001' }],
    ['an unescaped backslash', '{"a": "\\d+ \\w", "b": "C:\\Users"}', { a: '\\d+ \\w', b: 'C:\\Users' }],
    ['unescaped quotes', '{"cmd": "echo "hello" there", "b": 1}', { cmd: 'echo "hello" there', b: 1 }],
    ['unescaped quotes at the end', '{"cmd": "git commit -m "fix""}', { cmd: 'git commit -m "fix"' }],
    ['triple quotes', '{"content": """a "b" c\n"""}', { content: 'a "b" c\n' }],
  ])('%s', (_, raw, args) => {
    expect(parse(raw)).toEqual(args)
  })
})

describe('refuses', () => {
  test.each([
    ['cut in a text', '{"path": "a.txt", "content": "half a fi'],
    ['cut after an escape', '{"content": "half\\'],
    ['cut in an escape', '{"content": "half\\u00'],
    ['cut in a key', '{"path": "a", "cont'],
    ['cut in a bare key', '{path: "a", cont'],
    ['cut after a key', '{"path": "a", "content"'],
    ['cut after a colon', '{"path": "a", "content":'],
    ['cut after a comma', '{"path": "a",'],
    ['cut in a literal', '{"a": tru'],
    ['cut in a number', '{"a": 1.'],
    ['cut in a bare text', '{"path": src/ma'],
    ['cut in a nested text', '{"edits": [{"old": "x", "new": "y'],
    ['cut at its start', '{'],
    ['cut in a list', '{"a": ["x", "y'],
    ['cut in a text with inner quotes', '{"content": "say "hi" and'],
  ])('%s', (_, raw) => {
    expect(parse(raw)).toMatch(/cut off/)
  })

  test.each([
    ['a list', '[1, 2]'],
    ['a number', '42'],
    ['a text', '"ls -la"'],
    ['words', 'list the files'],
    ['two objects', '{"a": 1}{"b": 2}'],
    ['data after the object', '{"a": 1}, "b": 2}'],
    ['an odd inner quote', '{"cmd": "rm "a", "force": "b"}'],
    ['a missing value', '{"a": , "b": 1}'],
    ['an ellipsis', '{"content": ...}'],
    ['no number', '{"a": NaN}'],
    ['a key without a value', '{"path": "a", "content"}'],
    ['a hole in a list', '{"a": [1,,2]}'],
    ['words with commas and no quotes', '{"cmd": ls -la, rm}'],
  ])('%s', (_, raw) => {
    expect(parse(raw)).toMatch(/not a JSON object/)
  })
})

/** Characters that cannot change the structure of the JSON. */
const plainText = fc.string({ unit: fc.constantFrom(...'abc xyz0189_-\\\n"ü😀') })
const json = fc.object({
  key: fc.stringMatching(/^[a-z_]{1,8}$/),
  values: [plainText, fc.integer(), fc.boolean(), fc.constant(null)],
  maxDepth: 3,
})

test('valid objects round-trip', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(parse(JSON.stringify(value))).toEqual(value)
    }),
  )
})

test('ignores comments and trailing commas', () => {
  fc.assert(
    fc.property(json, (value) => {
      const damaged = JSON.stringify(value, null, 1).replace(/(["\d\]}el])\n( *[}\]])/g, '$1, // more\n$2')
      expect(parse(damaged)).toEqual(value)
    }),
  )
})

test('never completes an object that is cut off inside a key or a string', () => {
  const property = fc.property(json, fc.nat(), (value, place) => {
    const whole = JSON.stringify(value)
    const cut = whole.slice(0, place % whole.length)
    fc.pre(isInsideText(cut))
    expect(parse(cut)).toMatch(/cut off|not a JSON object/)
  })
  fc.assert(property, { numRuns: 500 })
})

function isInsideText(json: string): boolean {
  return (json.replaceAll(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 1
}

const hostilePieces =
  String.raw`[ {"a": {"a":" "a"_ { , " " ",_ _ /* # """ }_ 1 {' a - {"a":"b"_" ${'```'} ' : // true \ ]`
    .split(' ')
    .map((piece) => piece.replaceAll('_', ' '))

test('never throws', () => {
  const hostile = fc.array(fc.constantFrom(...hostilePieces)).map((list) => list.join(''))
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string()), (raw) => {
      expect(typeof parse(raw)).toMatch(/object|string/)
    }),
    { numRuns: 1_000 },
  )
})

test('reads long malicious texts in linear time', () => {
  for (const piece of hostilePieces) {
    for (const start of ['', '{"x": "', '{"x": ', '{"x": [']) {
      const raw = start + piece.repeat(Math.ceil(300_000 / piece.length))
      expect(typeof parse(raw)).toMatch(/object|string/)
      expect(typeof parse(`${raw}x`)).toMatch(/object|string/)
    }
  }
})
