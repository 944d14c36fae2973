import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/platforms/testing/matrix-person.js'
import { hasSynapse, type Synapse, startSynapse } from '../../packages/platforms/testing/synapse.js'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const patient = { timeout: 20_000, interval: 50 }
const isThere = hasSynapse()

describe.skipIf(!isThere)(isThere ? 'a conversation on Matrix' : 'a conversation on Matrix, without Synapse', () => {
  let synapse: Synapse
  let ada: Person
  let agent: Person
  let sandbox: Sandbox
  let provider: FakeProvider
  let gateway: Hermes

  beforeAll(async () => {
    synapse = await startSynapse()
    ada = await synapse.register('ada')
    agent = await synapse.register('hermes')
  }, 300_000)
  afterAll(() => synapse[Symbol.asyncDispose]())
  beforeEach(async () => {
    sandbox = createSandbox()
    provider = await startFakeProvider({ script: () => text('Hello.') })
  })
  afterEach(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
    await provider.close()
    sandbox[Symbol.dispose]()
  })

  test('streams, handles files, a question, a command and a kill in the middle of a turn, and shows each answer once', async () => {
    sandbox.write('report.csv', 'a,b\n1,2\n')
    sandbox.write('old.txt', 'x')
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    const long = Array.from({ length: 900 }, (_, index) => `const value${index} = ${index}`).join('\n')
    provider.setScript([
      text(words, { pace: { pieceSize: 6, pieceDelayMs: 90 } }),
      text(`\`\`\`ts\n${long}\n\`\`\``),
      text(`Here it is.\nMEDIA:${sandbox.workspace}/report.csv`),
      call('terminal', { command: 'rm -rf ./old.txt' }),
      text('It is gone.'),
      call('terminal', { command: 'echo begun >> begun; sleep 1' }),
      text('Done after the restart.'),
    ])
    await run()
    const room = await ada.createRoom({ invite: [agent.userId], is_direct: true })
    const seen = () => ada.messagesOf(room, agent.userId)
    const texts = async () => (await seen()).map((message) => message.text)
    const last = async () => (await texts()).at(-1)

    await ada.say(room, 'Tell a story.')
    await expect.poll(last, patient).toBe(words)
    expect((await seen())[0]?.texts.length).toBeGreaterThan(2)

    await ada.say(room, 'Write code.')
    await expect.poll(last, patient).toContain('const value899 = 899')
    const parts = (await texts()).slice(1)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part).toMatch(/^```ts\n[\s\S]*\n```$/)
    const lines = parts.join('\n').match(/const value\d+ = \d+/g)
    expect(lines).toEqual(long.split('\n'))

    const url = await ada.upload(Buffer.from('iVBORw0KGgo=', 'base64'), 'image/png')
    await ada.send(room, { msgtype: 'm.image', body: 'a.png', url, info: { mimetype: 'image/png', size: 8 } })
    await expect.poll(async () => (await seen()).at(-1)?.content, patient).toMatchObject({ filename: 'report.csv' })
    expect(JSON.stringify(provider.requests[2]?.body)).toContain('data:image/png;base64,iVBORw0KGgo=')

    await ada.say(room, 'Clean up.')
    await expect.poll(last, patient).toContain('rm -rf ./old.txt')
    const question = (await seen()).at(-1)?.messageId ?? ''
    await expect.poll(() => ada.reactionsTo(room, question), patient).toContain('1️⃣')
    const press = { rel_type: 'm.annotation', event_id: question, key: '1️⃣' }
    await ada.send(room, { 'm.relates_to': press }, 'm.reaction')
    await expect.poll(last, patient).toBe('It is gone.')

    await ada.say(room, '/status')
    await expect.poll(last, patient).not.toBe('It is gone.')
    await ada.say(room, 'Work.')
    await expect.poll(() => provider.requests.length, patient).toBe(6)
    gateway.process.kill('SIGKILL')
    await gateway.ended
    await run()
    await expect.poll(last, patient).toBe('Done after the restart.')
    const shown = await texts()
    for (const once of [words, 'It is gone.', 'Done after the restart.']) {
      expect(shown.filter((each) => each === once)).toHaveLength(1)
    }
  }, 90_000)

  async function run(): Promise<void> {
    const platform = { homeserver: synapse.url, access_token: agent.token, sync_seconds: 1, allow_from: [ada.userId] }
    sandbox.writeHome(
      'config.yaml',
      JSON.stringify({
        model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
        auxiliary: { title_generation: { enabled: false } },
        platforms: { matrix: platform },
      }),
    )
    gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
    await gateway.prints(/connected as @hermes:people\.test/, 'stderr')
  }
})
