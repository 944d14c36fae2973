import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { temporaryHome } from '../../../testing/serve-home.js'
import { runGateway } from '../../program/run-gateway.js'
import { checkKey } from './check-key.js'

const strong = 'e0b1f6c2a94d7753881f02cbd69a4e35c7f01b2d8e6a9430'

describe('hermes gateway run exits with 78 and one sentence', () => {
  async function run(host: string, key: string | undefined) {
    let stderr = ''
    const output = new Writable({
      write(chunk, _, done) {
        stderr += chunk
        done()
      },
    })
    const home = temporaryHome()
    const env = { HERMES_HOME: home, HERMES_PROVIDER: 'offline', API_SERVER_KEY: key }
    const io = { stdout: output, stderr: output, env, workingDirectory: home }
    const code = await runGateway(['run', '--host', host, '--port', '0'], io)
    return { code, stderr }
  }

  test.each(['0.0.0.0', '::', '192.168.1.20'])('without a key on %s', async (host) => {
    const { code, stderr } = await run(host, undefined)
    expect(code).toBe(78)
    expect(stderr).toMatch(/^hermes gateway: .*The gateway needs a key [^\n]* set API_SERVER_KEY [^\n]*\n$/)
  })

  test.each([
    ['0.0.0.0', 'a'],
    ['::', 'aaaa'],
    ['192.168.1.20', 'password'],
  ])('on %s with the key "%s"', async (host, key) => {
    const { code, stderr } = await run(host, key)
    expect(code).toBe(78)
    expect(stderr).toMatch(/^hermes gateway: .*The key is too easy to guess [^\n]* or listen on 127\.0\.0\.1\.\n$/)
    expect(stderr).toContain(host)
  })
})

test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
  'accepts a short key on %s',
  (host) => {
    expect(checkKey('a', host)).toBe('a')
  },
)

test.each(['0.0.0.0', '::', '192.168.1.20', '::ffff:10.0.0.1', 'fe80::1', 'hermes.local', '127.1', ''])(
  'accepts only a strong key on "%s"',
  (host) => {
    expect(() => checkKey('password', host)).toThrow(/too easy to guess/)
    expect(checkKey(strong, host)).toBe(strong)
  },
)
