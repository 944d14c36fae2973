import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveGit } from './git-https.js'
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

test('publishes a skill over https with the credentials of git, and says what is wrong without them', async () => {
  using sandbox = createSandbox()
  const root = join(sandbox.workspace, 'served')
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' })
  git('init', '--quiet', '--bare', join(root, 'shelf.git'))
  const token = 'a-token-of-these-tests'
  await using server = await serveGit({ root, token })
  sandbox.writeHome('server.pem', server.certificate)
  sandbox.writeHome('credentials', `${server.url.replace('://', `://tests:${token}@`)}\n`)
  const path = join(sandbox.home, 'skills', 'release', 'SKILL.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, skill)
  const address = `${server.url}/shelf.git`
  const publish = (env: Readonly<Record<string, string>>) =>
    sandbox.run(['skills', 'publish', 'release', address, '--yes'], { env })

  sandbox.writeHome('.gitconfig', '[user]\n\tname = Tests\n\temail = tests@example.com\n')
  expect(await publish({})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/not published: git: .*certificate/),
  })
  const trusted = { GIT_SSL_CAINFO: join(sandbox.home, 'server.pem') }
  expect(await publish(trusted)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/not published: git: could not read Username/),
  })
  sandbox.writeHome(
    '.gitconfig',
    `[user]\n\tname = Tests\n\temail = tests@example.com\n[credential]\n\thelper = store --file=${join(sandbox.home, 'credentials')}\n`,
  )
  expect(await publish(trusted)).toMatchObject({ code: 0, stderr: expect.stringContaining('branch skill/release') })
  expect(git('-C', join(root, 'shelf.git'), 'show', 'skill/release:skills/release/SKILL.md')).toBe(skill)
  expect((await publish(trusted)).stderr).not.toContain(token)
})
