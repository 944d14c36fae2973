import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryHome } from '../../../testing/serve-home.js'
import { startGateway } from './start-gateway.js'

/** Starts a program of Node.js in place of a gateway. */
function startProgram(code: string, limitMs: number) {
  const home = temporaryHome()
  const [program, logFile] = [join(home, 'program.js'), join(home, 'gateway.log')]
  writeFileSync(program, code)
  const options = { env: { HOME: home }, home, workingDirectory: home, logFile, limitMs }
  return { home, started: startGateway([process.execPath, program], options) }
}

test('a gateway that does not serve in time is ended', async () => {
  const notes = `console.log('It hangs.')
setTimeout(() => undefined, 60_000)
process.on('SIGTERM', () => {
  require('node:fs').writeFileSync('ended', '')
  process.exit(0)
})`
  const { home, started } = startProgram(notes, 2_000)
  await expect(started).rejects.toThrow(/did not serve within 2 s, and was ended\. .*:\nIt hangs\./)
  expect(existsSync(join(home, 'ended'))).toBe(true)
})

test('the log of a gateway that ends before it serves is reported', async () => {
  const { started } = startProgram(`console.error('No provider is configured.'); process.exit(78)`, 60_000)
  await expect(started).rejects.toThrow(/exit code 78\. .*:\nNo provider is configured\./)
})
