import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createSandbox, type Hermes } from './hermes.js'

const keys = { default: 'made-up-key-of-default', work: 'made-up-key-of-work' }

const answer = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).optional() })

function openSandbox() {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  const write = (profile: string, name: string, content: string) => {
    const folder = profile === 'default' ? sandbox.home : join(sandbox.home, 'profiles', profile)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return { sandbox, write }
}

async function serveAll(
  sandbox: ReturnType<typeof createSandbox>,
  env = {},
): Promise<{ gateway: Hermes; url: string }> {
  const gateway = sandbox.start(['gateway', 'run', '--port', '0', '--all'], { env })
  onTestFinished(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
  })
  const [, url = ''] = await gateway.prints(/gateway: (http:\/\/127\.0\.0\.1:\d+)/)
  return { gateway, url }
}

async function ask(base: string, key: string, content: string) {
  const response = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-hermes-session-id': 'tea' },
    body: JSON.stringify({ model: 'hermes', messages: [{ role: 'user', content }] }),
  })
  const { choices = [] } = answer.parse(await response.json())
  return { status: response.status, text: choices[0]?.message.content }
}

test('one gateway serves several profiles, each with its own model, keys and sessions', async () => {
  await using home = await startFakeProvider({ script: [text('from home')] })
  await using work = await startFakeProvider({ script: [text('from work'), text('again')] })
  const { sandbox, write } = openSandbox()
  const model = (url: string) => `model: { provider: custom, base_url: ${url}, default: fake-model }\n`
  write('default', 'config.yaml', model(home.baseUrl))
  write('default', '.env', `API_SERVER_KEY=${keys.default}\n`)
  write('work', 'config.yaml', model(work.baseUrl))
  write('work', '.env', `API_SERVER_KEY=${keys.work}\n`)
  write('broken', 'config.yaml', 'model: { provider: 7 }\n')
  const { gateway, url } = await serveAll(sandbox)
  await gateway.prints(/Profile work: .*\/p\/work\/v1/)

  expect(await ask(url, keys.default, 'hello')).toEqual({ status: 200, text: 'from home' })
  expect(await ask(`${url}/p/work`, keys.work, 'the quarterly figures')).toEqual({ status: 200, text: 'from work' })
  expect(await ask(`${url}/p/work`, keys.default, 'hello')).toMatchObject({ status: 401 })
  expect(await ask(url, keys.work, 'hello')).toMatchObject({ status: 401 })
  expect((await fetch(`${url}/p/broken/livez`)).status).toBe(401)
  expect((await fetch(`${url}/p/work/nothing`, { headers: { authorization: `Bearer ${keys.work}` } })).status).toBe(404)

  expect((await sandbox.run(['-p', 'work', 'sessions', 'show', 'tea'])).stdout).toContain('the quarterly figures')
  expect((await sandbox.run(['sessions', 'show', 'tea'])).stdout).not.toContain('the quarterly figures')
  const status = await sandbox.run(['gateway', 'status', '-p', 'work'])
  expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/default, work {2}process \d+ .* ready/) })
  const stopped = await sandbox.run(['gateway', 'stop', '-p', 'work'])
  expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining('serves this profile as well') })

  gateway.process.kill('SIGTERM')
  const { stderr } = await gateway.ended
  expect(stderr).toMatch(/broken: This profile is not served: .*config\.yaml/)
})

test('the variables of the process belong to the profile that was started', async () => {
  const { sandbox, write } = openSandbox()
  write('default', 'config.yaml', 'model: { provider: offline }\n')
  write('work', 'config.yaml', 'model: { provider: offline }\n')
  const { gateway } = await serveAll(sandbox, { API_SERVER_KEY: keys.default })
  gateway.process.kill('SIGTERM')
  const { stderr } = await gateway.ended
  expect(stderr).toMatch(/work: This profile is not served: .*API_SERVER_KEY/)
})
