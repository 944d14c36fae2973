import { expect, test } from 'vitest'
import { readJson5 } from './read-json5.js'

test('reads comments, names without quotes, single quotes and trailing commas', () => {
  const text = `// who
  {
    /* one agent */ agents: { defaults: { model: { primary: 'lab/tea', fallbacks: ["a//b", ], }, }, },
    $id: .5, hex: -0x1F, plus: +1e3, far: -Infinity, 'it\\'s': 'two \\
lines\\u0021\\x21',
  }
`
  expect(readJson5(text)).toEqual({
    agents: { defaults: { model: { primary: 'lab/tea', fallbacks: ['a//b'] } } },
    $id: 0.5,
    hex: -31,
    plus: 1000,
    far: Number.NEGATIVE_INFINITY,
    "it's": 'two lines!!',
  })
})

test('treats a special name such as __proto__ as an ordinary name', () => {
  const value = readJson5('{ __proto__: { isOwner: true } }')
  expect(Object.keys(value ?? {})).toEqual(['__proto__'])
  expect(Reflect.get({}, 'isOwner')).toBeUndefined()
})

test.each([
  ['', 'line 1'],
  ['{\n a: 1\n b: 2 }', 'line 3'],
  ['{ a: secret-key }', 'line 1'],
  ['[1, 2', 'line 1'],
  ['{} {}', 'line 1'],
  ['"a\nb"', 'line 2'],
])('rejects %j and names the line, not the text', (text, message) => {
  expect(() => readJson5(text)).toThrow(message)
  expect(() => readJson5(text)).not.toThrow('secret')
})
