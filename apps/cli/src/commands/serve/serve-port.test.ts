import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

test('tells the program that started it when the port is taken', async () => {
  const home = await mkdtemp(join(tmpdir(), 'hermes-serve-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await using other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const env = { HERMES_HOME: home, HOME: home, PATH: process.env.PATH, LANG: 'zh_CN.UTF-8' }
  const code = await runCli(['serve', '--port', port], { io: { stdin, stdout, stderr, env, workingDirectory: home } })
  expect(code).toBe(75)
  expect(String(stdout.read())).toBe(`PORT_IN_USE ${port}\n`)
  expect(String(stderr.read())).toContain(port)
})
