import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stitch } from './stitch.js'

const code = '```ts\nexport function add(left: number, right: number) {\n  return left + right\n}\n```'

describe('unwanted text of a continuation is removed', () => {
  test.each<[string, readonly string[], string]>([
    [
      'the last words once more',
      ['The quick brown fox ju', 'brown fox jumps over the dog.'],
      'The quick brown fox jumps over the dog.',
    ],
    ['the last word once more', ['It is a wonder', 'wonderful day.'], 'It is a wonderful day.'],
    ['a word that was cut, from its start', ['The function retu', 'returns a list.'], 'The function returns a list.'],
    [
      'the last sentence, though blank space comes first',
      ['First. The second sentence is here', '\n\nThe second sentence is here and goes on.'],
      'First. The second sentence is here and goes on.',
    ],
    [
      'the last lines',
      ['# Title\n\n- one item of the list\n- another item of', '- one item of the list\n- another item of the list'],
      '# Title\n\n- one item of the list\n- another item of the list',
    ],
    ['an introduction', ['It begins', 'Continuing from where I left off:\n\n and ends.'], 'It begins and ends.'],
    ['a polite one', ['It begins', "Sure! Here's the rest of the answer:\n and ends."], 'It begins and ends.'],
    ['one in brackets', ['It begins', '[Continued]\n and ends.'], 'It begins and ends.'],
    ['one in bold', ['It begins', '**Continuing exactly where I stopped:**\n\n and ends.'], 'It begins and ends.'],
    [
      'an introduction and the last words',
      ['The quick brown fox ju', "I'll continue from where I stopped:\n\nThe quick brown fox jumps."],
      'The quick brown fox jumps.',
    ],
    [
      'a fence that is open already',
      [code.slice(0, 60), `\`\`\`ts\n${code.slice(60)}`],
      `${code.slice(0, 60)}\n${code.slice(60)}`,
    ],
    [
      'a fence that is open already, with the line that was begun',
      ['```ts\nconst first = 1\nconst second = comp', '```ts\nconst second = compute()\n```'],
      '```ts\nconst first = 1\nconst second = compute()\n```',
    ],
    [
      'an introduction, a fence and lines',
      [`Here:\n\n${code.slice(0, 62)}`, `Continuing where it stopped:\n\n\`\`\`typescript\n${code.slice(6)}`],
      `Here:\n\n${code}`,
    ],
    ['in several parts', ['one two three fo', 'three four five si', 'five six.'], 'one two three four five six.'],
  ])('%s', (_, parts, expected) => {
    expect(stitch(parts)).toBe(expected)
  })
})

describe('text of the answer is kept', () => {
  test.each<[string, readonly string[]]>([
    ['nothing', []],
    ['one part', ['as it is']],
    ['an empty part', ['begin', '', ' end']],
    ['a clean cut in a word', ['The function retu', 'rns a list.']],
    ['a clean cut at a space', ['The function ', 'returns.']],
    ['a rule', ['above\n\n----', '----\n\nbelow']],
    [
      'a row of a table that is like the last',
      ['| a | b |\n| - | - |\n| 1 | 2 |\n| 1 | 2 |\n', '| 1 | 2 |\n| 1 | 2 |\n'],
    ],
    [
      'lines that are like the last',
      ['  expect(result).toBe(true)\n  expect(result).toBe(true)\n', '  expect(result).toBe(true)\n'],
    ],
    ['indentation', ['{\n    ', '    }']],
    ['numbers that go on', ['0.3333', '3333']],
    ['the closing fence', ['```ts\nconst a = 1', '\n```\n\nDone.']],
    ['the closing fence at the very start', ['```ts\nconst a = 1\n', '```\n\nDone.']],
    ['a new code block', ['Text before.\n\n', '```ts\nconst a = 1\n```']],
    ['a fence after one that was closed', [`${code}\n\n`, code]],
    ['a sentence about continuation', ['It uses ', 'continuation passing style.\nThat is all.']],
    ['a title', ['Part 1.\n\n', 'Continuation passing style.\n\nMore.']],
  ])('%s', (_, parts) => {
    expect(stitch(parts)).toBe(parts.join(''))
  })
})

describe('properties', () => {
  /** Generates words that occur once, in lines, so that only the model can repeat them. */
  const text = fc
    .uniqueArray(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 20, maxLength: 200 })
    .map((words) => words.map((word, index) => `${index}${word}${index % 7 === 6 ? '.\n' : ''}`).join(' '))

  test('restores a text that was cut cleanly at any number of positions', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 4 }), (whole, places) => {
        const cuts = [0, ...places.map((place) => place % whole.length).sort((a, b) => a - b), whole.length]
        const parts = cuts.slice(1).map((end, index) => whole.slice(cuts[index], end))
        expect(stitch(parts)).toBe(whole)
      }),
    )
  })

  test('restores a text whose last 20 to 2,000 characters were repeated', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 20, max: 2_000 }), (whole, place, repeated) => {
        const cut = 20 + (place % (whole.length - 20))
        const from = Math.max(0, cut - repeated)
        fc.pre(new Set(whole.slice(from, cut)).size >= 5)
        expect(stitch([whole.slice(0, cut), whole.slice(from)])).toBe(whole)
      }),
    )
  })

  test('restores any text without repetition, in any script', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 50 }),
        fc.nat(),
        (pieces, place) => {
          const whole = pieces.map((piece, index) => `${index}:${piece}`).join('|')
          fc.pre(!/[`~]{3}|\n/.test(whole))
          const cut = whole.length === 0 ? 0 : place % whole.length
          expect(stitch([whole.slice(0, cut), whole.slice(cut)])).toBe(whole)
        },
      ),
    )
  })

  test('reads a megabyte in linear time', () => {
    for (const piece of ['a', 'ab', '`', '```\n', '~~~x\n', ' \n', 'Continuing ', 'sure, ']) {
      const half = piece.repeat(Math.ceil(500_000 / piece.length))
      expect(stitch([half, half, half]).length).toBeGreaterThan(2 * half.length)
    }
  })
})
