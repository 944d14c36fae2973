import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from './hermes.js'

test('answers with the settings of before while config.yaml is not valid YAML, and says so', async () => {
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

  // What would change the file, or is asked about it, does not take the copy for it.
  for (const words of [
    ['config', 'set', 'display.skin', 'mono'],
    ['config', 'check'],
  ])
    expect(await sandbox.run(words)).toMatchObject({ code: 1 })
  expect(readFileSync(join(sandbox.home, 'config.yaml'), 'utf8')).toBe(broken)
})
