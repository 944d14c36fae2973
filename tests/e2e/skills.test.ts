import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox, provider } from './hermes.js'

const skill = `---
name: release
description: "Publish: a release to npm"
metadata:
  hermes:
    category: npm
    config: [{ key: branch, default: main }]
---
Run npm test first.
`

test('the built program lists a skill in the prompt, and shows it with its nested settings', async () => {
  using sandbox = createSandbox()
  const path = join(sandbox.home, 'skills', 'release', 'SKILL.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, skill)
  await using fake = await startFakeProvider({ script: [call('skill_view', { name: 'release' }), text('Done.')] })
  const { code } = await sandbox.run([...provider(fake.baseUrl), '-z', 'publish'])
  expect(code).toBe(0)
  const [first, second] = fake.requests.map(({ body }) => JSON.stringify(body.messages))
  expect(first).toContain('npm: release (Publish: a release to npm)')
  expect(second).toContain('Settings: branch = main')
  expect(second).toContain('Run npm test first.')
})
