import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRepetitionDetector } from './repetition-detector.js'

/**
 * Returns the number of characters after which the detector fired, in deltas of this size; `undefined` if it never did.
 */
function firesAt(text: string, size = 7): number | undefined {
  const detector = createRepetitionDetector()
  for (let start = 0; start < text.length; start += size) {
    if (detector.add(text.slice(start, start + size))) return start + size
  }
  return undefined
}

const lines = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n')
/** Generates deterministic numbers without a pattern. */
const noise = (index: number) => Math.imul(index + 1, 2_654_435_761) >>> 0
const pick = <Value>(values: readonly Value[], index: number) => values[(noise(index) >>> 7) % values.length] as Value
const prose = lines(60, (index) => `Sentence ${index} says that ${noise(index)} follows ${noise(index + 1)}.`)

describe('degenerate answers are detected early', () => {
  test.each<[string, string]>([
    ['one character', 'a'.repeat(149_795)],
    ['one word', 'court '.repeat(32_000)],
    ['a word with line breaks', 'The the the the\n\n'.repeat(5_000)],
    ['two closing tags in turn', '</parameter>\n</invoke>\n'.repeat(6_000)],
    ['a sentence', 'I will now implement the function as you asked. '.repeat(2_000)],
    ['a paragraph of 900 characters', `${prose.slice(0, 898)}\n\n`.repeat(100)],
    ['a paragraph of many lines', `${prose.slice(0, 3_000)}\n\n`.repeat(40)],
    [
      'a few sentences in any order',
      Array.from({ length: 4_000 }, (_, index) =>
        pick(["I'll do it.", "I'll start.", 'Okay.', 'Done.', "I'll begin coding.", 'Stop.'], index),
      ).join(' '),
    ],
    [
      'a few lines in any order',
      lines(4_000, (index) => pick(['Done.', 'Goodbye.', 'End.', '...', "Let's stop."], index)),
    ],
    ['Chinese without spaces', '我现在开始执行任务。好的。'.repeat(2_000)],
    [
      'Chinese sentences in any order',
      Array.from({ length: 4_000 }, (_, index) =>
        pick(['好的。', '我来做。', '现在开始！', '完成了。', '再见。'], index),
      ).join(''),
    ],
    ['blank lines', '\n'.repeat(20_000)],
    ['a fence that opens and closes', '```\n'.repeat(6_000)],
    ['a row of a table', '| yes | no | 1 |\n'.repeat(2_000)],
    ['emoji', '🎉🎊'.repeat(8_000)],
  ])('%s', (_, text) => {
    const at = firesAt(`${prose}\n\n${text}`)
    expect(at).toBeDefined()
    expect((at ?? 0) - prose.length).toBeLessThan(26_000)
  })

  test('in a code block, later', () => {
    const run = '0'.repeat(40_000)
    const inProse = firesAt(`${prose}\n${run}`) ?? 0
    const inCode = firesAt(`${prose}\n\`\`\`\n${run}`) ?? 0
    expect(inProse - prose.length).toBeLessThan(11_000)
    expect(inCode - prose.length).toBeGreaterThan(16_000)
    expect(inCode - prose.length).toBeLessThan(19_000)
  })

  test('stays detected', () => {
    const detector = createRepetitionDetector()
    expect(detector.add('a'.repeat(20_000))).toBe(true)
    expect(detector.add('Something else.')).toBe(true)
    expect(detector.add('')).toBe(true)
  })
})

describe('legitimate repetition is not detected', () => {
  const source = lines(
    160,
    (index) => `  ${pick(['if', 'for', 'while'], index)} (value${index}) { return ${noise(index)} }`,
  )
  test.each<[string, string]>([
    ['prose', prose],
    ['a table', lines(800, (index) => `| ${index} | ${pick(['yes', 'no'], index)} | ${noise(index)} |`)],
    [
      'a table of few values',
      lines(300, (index) => `| ${pick(['yes', 'no'], index)} | ${pick(['a', 'b'], index + 9)} |`),
    ],
    ['the line below the head of a wide table', `|${' --- |'.repeat(400)}`],
    ['separators', lines(40, (index) => `${'='.repeat(120)}\nPart ${index}\n${'-'.repeat(120)}`)],
    ['art', lines(30, (index) => `${' '.repeat(index)}${'*'.repeat(100 - index)}`)],
    [
      'a list of similar items',
      lines(1_500, (index) => `- projects/my-google-cloud-project/locations/europe-west1/services/s${index}`),
    ],
    ['a checklist', lines(900, (index) => `- [ ] Check that step ${index} of the release is done`)],
    [
      'similar functions',
      lines(300, (index) => `test('case ${index}', () => {\n  expect(f(${index})).toBe(true)\n})\n`),
    ],
    ['assertions without numbers', lines(200, () => '  expect(result).toBe(true)')],
    ['the same file twice', `Before:\n\n\`\`\`ts\n${source}\n\`\`\`\n\nAfter:\n\n\`\`\`ts\n${source}\n\`\`\`\n`],
    ['the same file three times', lines(3, () => `\`\`\`ts\n${source}\n\`\`\`\n`)],
    [
      'base64',
      `data:image/png;base64,${lines(900, (index) => btoa(`${noise(index)}-${noise(index + 5)}-${noise(index + 9)}`)).replaceAll('\n', '')}`,
    ],
    [
      'zeros in a hex dump',
      `\`\`\`\n${lines(200, (index) => `${(index * 16).toString(16).padStart(8, '0')}  ${'00 '.repeat(16)} |${'.'.repeat(16)}|`)}\n\`\`\``,
    ],
    ['4,000 zeros', '0'.repeat(4_000)],
    ['12,000 zeros in a code block', `\`\`\`\n${'0'.repeat(12_000)}\n\`\`\``],
    ['rows to insert', `\`\`\`sql\nINSERT INTO t VALUES\n${lines(700, () => '  (?, ?, ?),')}\n\`\`\``],
    ['random bits', lines(2_000, (index) => `${pick([0, 1], index)}`)],
    [
      'a poem with a refrain',
      lines(30, (index) => `Verse ${index} goes on and on.\nOh happy day, oh happy day,\nwhen all is done.\n`),
    ],
    [
      'logs',
      `\`\`\`\n${lines(300, (index) => `[12:00:${index % 60}] GET /health 200 ${index % 7}ms ${index}`)}\n\`\`\``,
    ],
    ['minified code', lines(500, (index) => `function a${index}(b,c){return b+c*${index}};`).replaceAll('\n', '')],
    ['translations', lines(400, (index) => `"key_${index}": "",`)],
    [
      'multiplication tables',
      lines(400, (index) => `${index % 20} x ${Math.floor(index / 20)} = ${(index % 20) * Math.floor(index / 20)}`),
    ],
  ])('%s', (_, text) => {
    expect(firesAt(`${prose}\n\n${text}\n\n${prose}`)).toBeUndefined()
  })
})

describe('properties', () => {
  test('gives the same result for any split into deltas', () => {
    const texts = [
      'court '.repeat(5_000),
      prose + 'x'.repeat(30_000),
      prose,
      lines(3_000, (index) => pick(['a.', 'b!', 'c?'], index)),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.integer({ min: 1, max: 5_000 }), (text, size) => {
        expect(firesAt(text, size) === undefined).toBe(firesAt(text, text.length) === undefined)
      }),
      { numRuns: 30 },
    )
  })

  test('detects any short piece that never ends, and ignores one that ends soon', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (piece) => {
        fc.pre(!piece.includes('`') && !piece.includes('~'))
        expect(firesAt(piece.repeat(Math.ceil(12_000 / piece.length)), 500)).toBeDefined()
        expect(firesAt(piece.repeat(Math.floor(6_000 / piece.length)), 500)).toBeUndefined()
      }),
    )
  })

  test('never stops text without repetition', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 3 }), { maxLength: 300 }), (words) => {
        expect(
          firesAt(
            words
              .map((word, index) => `${index} ${word}`)
              .join('\n')
              .repeat(1),
            64,
          ),
        ).toBeUndefined()
      }),
    )
  })

  test('reads a megabyte of any text in linear time', () => {
    for (const piece of ['. ', '! a\n', `${'a'.repeat(980)}b`, 'ab\n', `${prose}\n`]) {
      const text = `${piece}${noise(1)} `.repeat(Math.ceil(1_000_000 / piece.length))
      expect(createRepetitionDetector().add(text)).toBe(true)
    }
    const distinct = Array.from({ length: 100_000 }, (_, index) => noise(index)).join(' ')
    expect(createRepetitionDetector().add(distinct)).toBe(false)
  })
})
