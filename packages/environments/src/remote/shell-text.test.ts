import { spawnSync } from 'node:child_process'
import { shellQuote } from '@hermes/safety'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boot, toExports, toLine } from './shell-text.js'

/** Text without NUL, which shells do not accept. */
const text = fc
  .string({ unit: 'binary', maxLength: 200 })
  .filter((value) => !value.includes('\0') && value.isWellFormed())

describe.each(['bash', 'sh'])('what %s reads', (shell) => {
  test('round-trips any script', () => {
    fc.assert(
      fc.property(text, (value) => {
        const input = toLine(`printf %s ${shellQuote(value)}; cat`)
        // Runs in `sh`, without looking for bash.
        const args = shell === 'bash' ? boot.slice(1) : ['-c', boot.at(-1) ?? '']
        const { stdout } = spawnSync('sh', args, { input: `${input}and the rest` })
        expect(stdout.toString()).toBe(`${value}and the rest`)
      }),
      { numRuns: 60 },
    )
  })
})

test('exports variables unchanged and omits names that shells do not accept', () => {
  const exports = toExports({ A: "it's", B: 'two\nlines', 'C-D': 'x', '1': 'y', 'E=F': 'z' })
  const { stdout, stderr } = spawnSync('sh', ['-c', `${exports}printf '%s|%s' "$A" "$B"`])
  expect({ stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({ stdout: "it's|two\nlines", stderr: '' })
})
