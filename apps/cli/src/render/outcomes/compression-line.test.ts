import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { compressionLine } from './compression-line.js'

const plain = createStyle(false)
const compressed = { status: 'compressed', tokensBefore: 61_240, tokensAfter: 14_020.4, durationMs: 3210 } as const

test('shows the savings and the duration', () => {
  expect(compressionLine(compressed, plain)).toBe('Compressed: 61.2k → 14.0k tokens (77 % less) in 3.2s\n')
})

test('shows a problem below', () => {
  const lines = compressionLine({ ...compressed, notice: 'No model answered:\nrules made the summary.' }, plain)
  expect(lines.split('\n')).toEqual([
    expect.stringContaining('Compressed'),
    expect.stringMatching(/^! No model .* rules/),
    '',
  ])
})

test('shows why nothing was saved, and highlights only a failure', () => {
  const reason = 'There is nothing to save.\u001b[2J'
  expect(compressionLine({ status: 'skipped', reason, durationMs: 1 }, plain)).toMatch(
    /^Not compressed: There .*save\.\P{C}*\n$/u,
  )
  expect(compressionLine({ status: 'failed', reason, durationMs: 1 }, createStyle(true))).toContain('\u001b[33m! Not')
})
