import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runConformance } from './run-conformance.js'

test.each(['--help', '-h'])('explains itself with %s, without waiting for input', async (flag) => {
  const output = new PassThrough()
  await runConformance([flag], { input: new PassThrough(), output })
  const help = String(output.read())
  expect(help).toContain('Usage: hermes-conformance')
  expect(help).toContain('Kinds: extract, ')
})

test('rejects an unknown option', async () => {
  const streams = { input: new PassThrough(), output: new PassThrough() }
  await expect(runConformance(['--kind', 'url'], streams)).rejects.toThrow("Unknown option '--kind'")
})
