import type { TextLimit, TextUnit } from '@hermes/core/platform'
import { array, assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureText } from './measure-text.js'
import { splitText } from './split-text.js'

const limit = (max: number, unit: TextUnit = 'utf16'): TextLimit => ({ max, unit })

describe('splitText', () => {
  test('leaves a short text unchanged', () => {
    expect(splitText('one\n\ntwo', limit(20))).toEqual(['one\n\ntwo'])
  })

  test('returns nothing for a blank text', () => {
    expect(splitText(' \n\n ', limit(20))).toEqual([])
  })

  test('prefers the end of a paragraph', () => {
    expect(splitText('aaaa bbbb cccc\n\ndddd eeee ffff', limit(20))).toEqual(['aaaa bbbb cccc', 'dddd eeee ffff'])
  })

  test('continues a code fence', () => {
    const code = Array.from({ length: 6 }, (_, index) => `line ${index}`)
    const parts = splitText(['```ts', ...code, '```', 'end'].join('\n'), limit(30))
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(30)
    expect(parts[0]).toMatch(/^```ts\n[^`]+\n```$/)
    expect(parts[1]).toMatch(/^```ts\n[^`]+\n```/)
    expect(parts.join('\n')).toContain('end')
    const kept = parts.flatMap((part) => part.split('\n')).filter((line) => line.startsWith('line'))
    expect(kept).toEqual(code)
  })

  test('starts a message with a code fence instead of cutting the fence', () => {
    const parts = splitText('intro words here\n\n```\na = 1\nb = 2\n```', limit(26))
    expect(parts).toEqual(['intro words here', '```\na = 1\nb = 2\n```'])
  })

  test('repeats the header of a table', () => {
    const rows = Array.from({ length: 6 }, (_, index) => `| r${index} | x |`)
    const parts = splitText(['| a | b |', '| - | - |', ...rows].join('\n'), limit(50))
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part).toMatch(/^\| a \| b \|\n\| - \| - \|\n/)
  })

  test('keeps links whole', () => {
    const text = `see [the page](https://example.org/a/b) and [this](https://example.org/c) too`
    for (const part of splitText(text, limit(45))) {
      expect(part.match(/\[/g)?.length ?? 0).toBe(part.match(/\]\(https:[^)]*\)/g)?.length ?? 0)
    }
  })

  test.each([
    ['utf16', 11],
    ['code-points', 7],
    ['bytes', 25],
  ] as const)('cuts no character in %s', (unit, max) => {
    const family = '👩‍👩‍👧‍👦'
    for (const part of splitText(family.repeat(5), limit(max, unit))) expect(part).toBe(family)
  })

  test('splits a megabyte', () => {
    for (const text of [
      'x'.repeat(1_000_000),
      'word '.repeat(200_000),
      '[a]('.repeat(250_000),
      '`'.repeat(1_000_000),
    ]) {
      const parts = splitText(text, limit(4096))
      expect(parts.length).toBeGreaterThan(200)
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(4096)
    }
  })

  test('stays within the limit and loses no visible character', () => {
    const line = constantFrom(
      '```',
      '```js',
      'a',
      'some words here',
      '| a | b |',
      '|-|-|',
      '',
      '漢字漢字',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦',
      '`code`',
    )
    const units = constantFrom<TextUnit>('utf16', 'code-points', 'bytes')
    assert(
      property(
        array(line, { maxLength: 30 }),
        string({ maxLength: 30 }),
        integer({ min: 60, max: 120 }),
        units,
        (lines, end, max, unit) => {
          const text = [...lines, end].join('\n')
          const parts = splitText(text, limit(max, unit))
          for (const part of parts) expect(measureText(part, unit)).toBeLessThanOrEqual(max)
          const words = (from: string) => from.match(/漢|some|words|here|code/g) ?? []
          expect(words(parts.join('\n'))).toEqual(words(text))
        },
      ),
    )
  })
})
