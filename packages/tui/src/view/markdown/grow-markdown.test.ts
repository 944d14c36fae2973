import { expect, test } from 'vitest'
import { plainLook } from '../../../testing/plain-look.js'
import type { Look } from '../look/look.js'
import { drawMarkdown } from './draw-markdown.js'
import { growMarkdown } from './grow-markdown.js'

const styled = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[39m`
const colored: Look = {
  ...plainLook,
  style: { ...plainLook.style, bold: (text) => `\u001b[1m${text}\u001b[22m`, code: styled(36), assistant: styled(37) },
}

const paragraph =
  'The function `readRows` reads **all of the rows** of a table, snake_case or not: it costs little, see https://example.org/a?b=c for more. '
const texts = {
  prose: paragraph.repeat(4),
  'wide characters': '这个函数读取表中的所有行，没有什么可担心的。'.repeat(8),
  emphasis: `${'some words and '.repeat(9)}*then much emphasis that ${'goes on and '.repeat(9)} ends* here, ${'and more. '.repeat(9)}`,
  'long bold text': `${'some words and '.repeat(4)}**${'bold words '.repeat(14)}until here**, ${'and more. '.repeat(9)}`,
  'what is no code': `${'some words and '.repeat(9)}\`an open sign ${'and words '.repeat(20)}`,
  'a link': `${'some words and '.repeat(9)}[a text](https://example.org/${'path/'.repeat(9)}) ${'and words '.repeat(20)}`,
  prices: `${'words and '.repeat(9)}$5 and ${'words and '.repeat(9)}$6 ${'words and '.repeat(9)}`,
  'a heading below': `${'some words and '.repeat(9)}\n===\nmore`,
  'a heading': `## ${'some words and '.repeat(9)}`,
  'a quote': `> ${'some words and '.repeat(9)}`,
  'a list': `${'- one **item** of `many`, with so many words that it is wrapped\n'.repeat(5)}- and the end`,
  'a numbered list': Array.from(
    { length: 12 },
    (_, index) => `${index + 1}. item, with so many words that it is wrapped\n`,
  ).join(''),
  'a list of ones': '1. item, with so many words that it is wrapped\n'.repeat(4),
  'a deep list': '- one\n  - two, with so many words that it is wrapped\n- three\n  more of it\n'.repeat(3),
  'a distant list': '- one\n- two\n- three\n\n- four\n- five\n',
  'code in a list': '- one\n- two\n  ```\n- three\n- four\n  ```\n- five\n- six\n',
  'a table': 'words\n\n| a | b |\n| - | -: |\n| one | two |\n| three | four |\n',
  code: 'words:\n```ts\nconst a = 1\n- b\n- c\n```\nmore words',
  'a hard break': `${'some words and '.repeat(9)}  \n${'other words '.repeat(9)}`,
}

test.each(Object.entries(texts))('draws %s the same way while it grows as when drawn whole', (_, text) => {
  for (const look of [plainLook, colored]) {
    for (const [width, step] of [
      [40, 1],
      [33, 3],
      [12, 5],
    ] as const) {
      const grow = growMarkdown()
      for (let end = 1; end <= text.length; end += step) {
        const part = text.slice(0, end).trim()
        expect(grow(part, width, look), JSON.stringify(part)).toEqual(drawMarkdown(part, width, look))
      }
    }
  }
})

test.each(['prose', 'wide characters', 'a list'] as const)('draws of %s little more than what grows', (name) => {
  let characters = 0
  const grow = growMarkdown((text, width, look) => {
    characters += text.length
    return drawMarkdown(text, width, look)
  })
  const text = texts[name]
  for (let end = 4; end <= text.length; end += 4) grow(text.slice(0, end).trim(), 40, plainLook)
  const whole = (text.length / 4) * (text.length / 2)
  expect(characters).toBeLessThan(whole / 3)
})

test('draws another text, or another width, from scratch', () => {
  const grow = growMarkdown()
  const text = paragraph.repeat(2)
  grow(text, 40, plainLook)
  for (const [other, width] of [
    [text, 30],
    [text.replace('The', 'A'), 40],
    ['short', 40],
  ] as const) {
    expect(grow(other, width, plainLook)).toEqual(drawMarkdown(other, width, plainLook))
  }
})
