import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { homePaths } from '@hermes/runtime'
import { describe, expect, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { rehearseStart } from '../service/upgrade/rehearse-start.js'
import { runGateway } from './run-gateway.js'

const withNamedKey = { gateway: { api_server: { keys: { blog: { key: `\${BLOG_API_KEY}` } } } } }

function homeWith(files: Readonly<Record<string, object>>) {
  const home = temporaryHome()
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(home, name), JSON.stringify(content), { mode: 0o600 })
  }
  return { home, env: { HERMES_HOME: home, HERMES_PROVIDER: 'offline', API_SERVER_KEY: 'test-key' } }
}

describe('a secret of callers whose variable is not set', () => {
  test.each([
    ['the key of the server', { gateway: { api_server: { key: `\${MY_SERVER_KEY}` } } }, 'MY_SERVER_KEY'],
    ['a named key', withNamedKey, 'BLOG_API_KEY'],
    ['the secret of a webhook', { webhooks: { issues: { secret: `\${HOOK_SECRET}` } } }, 'HOOK_SECRET'],
  ])('keeps the gateway from starting: %s', async (_, config, variable) => {
    const { code, stderr } = await run(homeWith({ 'config.yaml': config }))
    expect(code).toBe(78)
    expect(stderr).toMatch(/^hermes gateway: [^\n]+\n$/)
    expect(stderr).toContain(`still contains \${${variable}}`)
    expect(stderr).toContain(`set the variable ${variable} in the environment or in .env`)
  })

  test('keeps an upgrade from replacing the gateway', async () => {
    const { home, env } = homeWith({ 'config.yaml': withNamedKey })
    await expect(rehearseStart({ paths: homePaths(home), env, workingDirectory: home })).rejects.toThrow(
      `gateway.api_server.keys.blog.key still contains \${BLOG_API_KEY}`,
    )
  })
})

async function run({ home, env }: ReturnType<typeof homeWith>) {
  let stderr = ''
  const output = new Writable({
    write(chunk, _, done) {
      stderr += chunk
      done()
    },
  })
  const code = await runGateway(['run', '--port', '0'], { stdout: output, stderr: output, env, workingDirectory: home })
  return { code, stderr }
}
