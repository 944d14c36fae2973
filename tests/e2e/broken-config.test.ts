import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from './hermes.js'

test('answers with the previous settings while config.yaml is not valid YAML, and says so', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [text('One.'), text('Two.')] })
  const works = `model: { default: fake-model, provider: custom, base_url: "${fake.baseUrl}", context_length: 100000 }\n`
  sandbox.writeHome('config.yaml', works)
  expect(await sandbox.run(['-z', 'Count.'])).toMatchObject({ code: 0, stdout: 'One.\n', stderr: '' })

  const broken = `${works}display: { skin\n`
  sandbox.writeHome('config.yaml', broken)
  const second = await sandbox.run(['-z', 'Go on.'])
  expect(second).toMatchObject({ code: 0, stdout: 'Two.\n' })
  expect(second.stderr).toMatch(
    /config\.yaml is not valid YAML, line \d.* Until then, .*backups.config.config-good-.*\.yaml is used\./,
  )

  // Commands that change the file, or report on it, do not use the copy in its place.
  for (const words of [
    ['config', 'set', 'display.skin', 'mono'],
    ['config', 'check'],
  ])
    expect(await sandbox.run(words)).toMatchObject({ code: 1 })
  expect(readFileSync(join(sandbox.home, 'config.yaml'), 'utf8')).toBe(broken)
})

test.each([
  { words: ['config', 'show'], shown: 'fake-model' },
  { words: ['config', 'get', 'model.default'], shown: 'fake-model' },
  { words: ['status'], shown: 'fake-model' },
  { words: ['profile', 'show'], shown: 'fake-model' },
  { words: ['auth', 'list'], shown: '' },
  { words: ['cron', 'list'], shown: '' },
  { words: ['fallback', 'list'], shown: 'other-model' },
  { words: ['hooks', 'list'], shown: '' },
  { words: ['memory', 'list'], shown: '' },
  { words: ['sessions', 'list'], shown: '' },
  { words: ['skills', 'list'], shown: '' },
])('shows what is in effect while config.yaml is broken, and its source: $words', async ({ words, shown }) => {
  using sandbox = createSandbox()
  const works = `model: { default: fake-model, provider: custom, base_url: "http://127.0.0.1:1", context_length: 100000 }
fallback_providers: [{ provider: custom, base_url: "http://127.0.0.1:2", model: other-model }]
`
  mkdirSync(join(sandbox.home, 'backups/config'), { recursive: true })
  sandbox.writeHome('backups/config/config-good-2026-01-01T00-00-00-000Z.yaml', works)
  sandbox.writeHome('config.yaml', `${works}display: { skin\n`)
  const { code, stdout, stderr } = await sandbox.run(words)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toContain(shown)
  const warnings = stderr.match(
    /config\.yaml is not valid YAML, line \d+.* Until then, .*config-good-2026\S*\.yaml is used\./g,
  )
  expect(warnings).toHaveLength(1)
})
