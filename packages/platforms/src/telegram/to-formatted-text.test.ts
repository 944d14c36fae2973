import { describe, expect, test } from 'vitest'
import { toFormattedText } from './to-formatted-text.js'

/** Returns each entity with the text that it covers. */
function shown(markdown: string) {
  const { text, entities } = toFormattedText(markdown)
  return { text, parts: entities.map(({ type, offset, length }) => `${type}: ${text.slice(offset, offset + length)}`) }
}

describe('toFormattedText', () => {
  test('formats inline markup', () => {
    expect(shown('**bold _both_** and `code` ~~gone~~')).toEqual({
      text: 'bold both and code gone',
      parts: ['bold: bold both', 'italic: both', 'code: code', 'strikethrough: gone'],
    })
  })

  test('formats blocks', () => {
    expect(
      shown('# Title\n\ntext\n\n> quote\n> more\n\n- one\n  - two\n\n1. a\n2. b\n\n```ts\nlet x\n```\nend'),
    ).toEqual({
      text: 'Title\n\ntext\n\nquote\nmore\n\n• one\n  • two\n\n1. a\n2. b\n\nlet x\nend',
      parts: ['bold: Title', 'blockquote: quote\nmore', 'pre: let x'],
    })
  })

  test('shows a task on the line of its checkbox', () => {
    expect(shown('- [ ] tea\n- [x] milk\n  - [ ] cold').text).toBe('• ☐ tea\n• ☑ milk\n  • ☐ cold')
    expect(shown('- [ ] tea\n\n- [x] milk').text).toContain('☑ milk')
  })

  test('draws tables', () => {
    expect(shown('| a | long |\n|-|-|\n| 漢 | **x** |').text).toBe('a  long\n─  ────\n漢  x')
  })

  test('shows the rows of a wide table one by one, with their formatting', () => {
    const wide = '`a` needs more room than a phone has for a line, by far'
    expect(shown(`| What | Why |\n|-|-|\n| **x** | ${wide} |\n| y | |`)).toEqual({
      text: 'What — Why\n• x — a needs more room than a phone has for a line, by far\n• y',
      parts: ['bold: What — Why', 'bold: x', 'code: a'],
    })
  })

  test('formats a table as a whole, up to the length of a message', () => {
    const rows = Array.from({ length: 30 }, (_, row) => `| item ${row} | ok |`)
    const { text } = toFormattedText(
      ['| What | State |', '| --- | --- |', `| ${'x'.repeat(140)} | ok |`, ...rows].join('\n'),
    )
    expect(text).not.toContain('|')
    expect(text.length).toBeLessThan(1000)
  })

  test('counts offsets in UTF-16 units', () => {
    expect(shown('👩‍👩‍👧‍👦 **b**').parts).toEqual(['bold: b'])
  })

  test('links only to the web, and never to an address other than shown', () => {
    expect(shown('[here](https://a.example/x)')).toEqual({ text: 'here', parts: ['text_link: here'] })
    expect(shown('[file](file:///etc/passwd)')).toEqual({ text: 'file (file:///etc/passwd)', parts: [] })
    expect(shown('[bank.example](https://evil.example)').text).toBe('bank.example (https://evil.example)')
    expect(shown('[x](tg://user?id=1)').parts).toEqual([])
    expect(shown('[ada@bank.example](mailto:eve@evil.example)').text).toContain('(mailto:eve@evil.example)')
  })

  test('shows an address without a scheme once', () => {
    const text = 'Write to ada@example.org or see www.example.org.'
    expect(shown(text)).toEqual({ text, parts: ['text_link: www.example.org'] })
  })

  test.each([
    ['an address', 'https://x.test/poll\\_seconds', 'https://x.test/poll_seconds'],
    ['an address in brackets', '<https://x.test/poll\\_seconds>', 'https://x.test/poll_seconds'],
    ['an address that ends in them', 'https://x.test/a\\_\\_', 'https://x.test/a__'],
    ['an address in front of JSON', 'https://x.test/{"poll\\_seconds": 5}', 'https://x.test/{"poll_seconds": 5}'],
    [
      'a cell',
      '| a\\_b |\n|-|\n| x.y/\\* www.x.test/c\\_d\\|e |',
      'a_b\n──────────────────────\nx.y/* www.x.test/c_d|e',
    ],
    ['a definition', '[a\\_b]: https://x.test/c\\_d', '[a_b]: https://x.test/c_d'],
  ])('hides backslashes of Markdown in %s', (_, markdown, text) => expect(shown(markdown).text).toBe(text))

  test('links to the address without its escapes', () => {
    const { entities } = toFormattedText('https://x.test/poll\\_seconds')
    expect(entities).toMatchObject([{ type: 'text_link', url: 'https://x.test/poll_seconds' }])
  })

  test('never hides another address behind markup', () => {
    expect(shown('[bank\\.example](https://evil.example)').text).toBe('bank.example (https://evil.example)')
    expect(shown('[**bank.example**](https://evil.example)').text).toBe('bank.example (https://evil.example)')
    expect(shown('[https://x.test/a\\_b](https://x.test/a\\_b)').text).toBe('https://x.test/a_b')
  })

  test.each(['<b>x</b>', '&lt;', '*', '\\', '> '.repeat(2000), '['.repeat(4000)])(
    'shows other text unchanged: %#',
    (text) => {
      expect(toFormattedText(text).text.length).toBeGreaterThan(0)
    },
  )
})
