import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedDiff } from '../unified-diff.js'
import { applyHunks } from './apply-hunks.js'
import { parsePatch } from './parse-patch.js'
import { replaceText } from './replace-text.js'

const line = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab {}()=\t“"+-@*\\ '), maxLength: 12 }),
  fc.constantFrom('', ' ', '}', '+', '-', '@@', '*** End Patch', '*** Update File: a', '\\ No newline at end of file'),
)
const lines = fc.array(line, { maxLength: 30 })
const endings = fc.constantFrom('', '\n')

function textOf(parts: readonly string[], end: string): string {
  return parts.length === 0 ? '' : parts.join('\n') + end
}

/** Change of a text: kept, removed and added lines. */
const steps = fc.array(fc.record({ kind: fc.constantFrom('keep', 'keep', 'keep', 'drop', 'add'), text: line }), {
  minLength: 1,
  maxLength: 40,
})

describe('the reported diff', () => {
  test('turns the old text into the new one', () => {
    fc.assert(
      fc.property(lines, endings, lines, endings, (before, oldEnd, after, newEnd) => {
        const [from, to] = [textOf(before, oldEnd), textOf(after, newEnd)]
        fc.pre(from !== to)
        const diff = unifiedDiff({ path: 'a', before: from, after: to }, 1_000_000)
        expect(applyPatch(from, `${diff}\n`)).toBe(to)
      }),
      { numRuns: 1_000 },
    )
  })

  test('has the line numbers of a large file, with three lines of context on both sides', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}`)
    const before = `${lines.join('\n')}\n`
    const diff = unifiedDiff({ path: 'a', before, after: before.replace('line 9000\n', 'new\nnewer\n') })
    expect(diff.split('\n').slice(2)).toEqual([
      '@@ -8997,7 +8997,8 @@',
      ' line 8997',
      ' line 8998',
      ' line 8999',
      '-line 9000',
      '+new',
      '+newer',
      ' line 9001',
      ' line 9002',
      ' line 9003',
    ])
  })

  test('is also correct for a replacement', () => {
    fc.assert(
      fc.property(lines, line, lines, (head, after, tail) => {
        const text = textOf([...head, 'the only one', ...tail], '\n')
        const result = replaceText(text, { before: 'the only one', after, all: false }).text
        fc.pre(result !== text)
        expect(applyPatch(text, `${unifiedDiff({ path: 'a', before: text, after: result }, 1_000_000)}\n`)).toBe(result)
      }),
    )
  })
})

describe('a patch', () => {
  test('produces exactly the text when it names every line', () => {
    fc.assert(
      fc.property(steps, (made) => {
        const before = made.filter(({ kind }) => kind !== 'add').map(({ text }) => text)
        const after = made.filter(({ kind }) => kind !== 'drop').map(({ text }) => text)
        fc.pre(before.length > 0 && made.some(({ kind }) => kind !== 'keep'))
        const marks = { keep: ' ', drop: '-', add: '+' } as const
        const body = made.map(({ kind, text }) => marks[kind as keyof typeof marks] + text)
        const patch = ['*** Begin Patch', '*** Update File: a', '@@', ...body, '*** End Patch'].join('\n')
        const [operation] = parsePatch(patch)
        if (operation?.kind !== 'update') throw new Error('no update')
        const text = `${before.join('\n')}\n`
        expect(applyHunks('a', text, operation.hunks)).toBe(after.length === 0 ? '\n' : `${after.join('\n')}\n`)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is parsed or rejected with a message for arbitrary text', () => {
    const piece = fc.oneof(
      line,
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        '*** Begin Patch',
        '*** Add File: x',
        '*** Delete File: y',
        '*** Move to: z',
        '@@ f',
        '*** End of File',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), lines, (patch, content) => {
        try {
          for (const operation of parsePatch(patch.join('\n'))) {
            if (operation.kind === 'update') applyHunks('a', textOf(content, '\n'), operation.hunks)
          }
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^file\/(invalid|no-match|refused)$/) })
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('handles thousands of hunks, and a hunk that almost matches thousands of places', () => {
    const text = `${Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n')}\n`
    const body = Array.from({ length: 2_000 }, (_, index) => [`@@`, `-line ${index * 10}`, `+changed ${index}`]).flat()
    const [operation] = parsePatch(['*** Update File: a', ...body].join('\n'))
    if (operation?.kind !== 'update') throw new Error('no update')
    expect(applyHunks('a', text, operation.hunks)).toContain('changed 1999\n')
    const alike = 'if (x) {\n'.repeat(20_000)
    const nearly = {
      anchors: [],
      before: [...Array<string>(5_000).fill('if  (x) {'), 'absent'],
      after: [],
      isAtEnd: false,
    }
    expect(() => applyHunks('a', alike, [nearly])).toThrow(/does not match/)
  })
})
