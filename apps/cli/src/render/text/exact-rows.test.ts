import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactRows, rowMarks } from './exact-rows.js'
import { hidesSomething } from './safe-text.js'
import { textWidth } from './text-width.js'

/** Reads back the text that the screen alone reveals. */
function readBack(rows: readonly string[], isEscaped: boolean): string {
  const lines: string[] = []
  for (const row of rows) {
    const text = row.slice(2)
    if (row.startsWith(rowMarks.line)) lines.push(text)
    else lines.push((lines.pop() ?? '') + text)
  }
  const shown = lines.join('\n')
  if (!isEscaped) return shown
  return shown.replace(/\\(?:\\|x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/g, (_, short, four, long) => {
    const code = short ?? four ?? long
    return code === undefined ? '\\' : String.fromCodePoint(Number.parseInt(code, 16))
  })
}

// Matches characters that move the cursor, hide or reorder text, and all spaces except plain ones.
const unseen = /[^\P{C}\n]|\p{Default_Ignorable_Code_Point}|[^\P{Z} ]|\u2800/u

const deceptive: readonly string[] = [
  'rm -rf build\u001b[2K\rls',
  'rm -rf build # \u001b[8mhidden\u001b[0m',
  'echo safe\u001b]0;title\u0007; rm -rf build',
  'echo ok\u009b2Jrm -rf build',
  'cat a.txt\r\nrm -rf build',
  'echo \u202edliub fr- mr\u202c',
  'echo \u2066x\u2069',
  'rm\u200b -rf build',
  'rm -rf build\u2028ls',
  'rm -rf build\u0085ls',
  `ls${' '.repeat(500)}; rm -rf build`,
  `echo ${'x'.repeat(5000)}; rm -rf build`,
  'ls\n\n\n\nbecause: It lists a folder.\nRun it? [y]es',
  'ls\n│ echo fine',
  `ls ${'a'.repeat(71)}because: It lists a folder.`,
  'printf \\x1b[2K',
  'printf \\x1b[2K\u001b[2K',
  'rm -rf build\b\b\b\b\b\b\b\b\b\b\b\bls',
  'ls \u3164build',
  'rm -rf bu\u0336ild',
  'ls\u0000; rm -rf build',
  'ls\u{e0020}\u{e0072}',
  'ls \ud83d build',
  'echo 漢字漢字漢字 && rm -rf build',
  'echo 👩‍👩‍👧‍👦 && rm -rf build',
  'ls\t\t\t\t\t\t\t\t\t\t\t\trm -rf build',
  'ls\vrm\fx',
  'ls\u00a0build',
  'ls\u2800build',
  'rm\u034f -rf build',
  'echo \u061cabc',
  'ls\u180ebuild',
  'ls\ufeffbuild',
  'ls\ufff9a\ufffab\ufffb',
  'ls\u007fbuild',
  'rm -rf \u00adbuild',
  'ls\u2062build',
  'ls\u206abuild',
  'echo a\ufe0e',
  'ls\ue000build',
]

test.each(deceptive)('shows exactly what runs: %j', (command) => {
  for (const columns of [20, 80, 200]) expectExact(command, columns)
})

test('renders any text reversibly', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom(' ', '\\', '\n', '\u001b', 'x', '│', '漢'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  fc.assert(fc.property(texts, fc.integer({ min: 20, max: 120 }), expectExact))
})

function expectExact(command: string, columns: number): void {
  const rows = exactRows(command, columns)
  expect(rows.filter((row) => !row.startsWith(rowMarks.line) && !row.startsWith(rowMarks.continued))).toEqual([])
  expect(rows.filter((row) => unseen.test(row))).toEqual([])
  expect(rows.filter((row) => textWidth(row) > columns)).toEqual([])
  // The question says whether anything is escaped.
  expect(readBack(rows, hidesSomething(command))).toBe(command)
}
