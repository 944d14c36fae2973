import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli

test('shows the keys of the settings, which can only be changed there', async () => {
  const yaml = [
    'model: { provider: custom, default: tea, base_url: "http://127.0.0.1:9/v1", api_key: secret-of-model }',
    'providers: { lab: { base_url: "http://127.0.0.1:8/v1", key_env: LAB_KEY } }',
  ]
  await writeFile(join(cli.home, 'config.yaml'), yaml.join('\n'))
  expect(await hermes('auth', 'status', 'lab')).toMatchObject({ code: 1, err: expect.stringContaining('auth add lab') })
  await writeFile(join(cli.home, '.env'), 'LAB_KEY=secret-of-lab\n', { mode: 0o600 })

  expect(await hermes('auth', 'status', 'custom')).toMatchObject({ code: 0, out: 'custom: ok (model.api_key)\n' })
  expect(await hermes('auth', 'status', 'lab')).toMatchObject({ code: 0, out: 'lab: ok (LAB_KEY)\n' })
  const { out } = await hermes('auth', 'list')
  expect(out).toMatch(/^custom +model\.api_key .*config:model\.api_key/m)
  expect(out).not.toContain('secret-of')
  expect((await hermes('status')).out).toMatch(/^Keys +custom 1\/1, lab 1\/1$/m)
  expect((await hermes('auth', 'remove', 'custom')).code).not.toBe(0)
})
