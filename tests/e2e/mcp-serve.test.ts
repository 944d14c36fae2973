import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { call, hang, startFakeProvider, text } from '@hermes/testkit'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { createSandbox, main, type Sandbox } from './hermes.js'

async function connect(sandbox: Sandbox, scope: string) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', 'serve', '--scope', scope],
      cwd: sandbox.workspace,
      env: { PATH: process.env.PATH ?? '', HOME: sandbox.home, HERMES_HOME: sandbox.home },
    }),
  )
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name: string, args: Record<string, unknown> = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args })
      const [part] = content
      return { isError: isError === true, text: part?.type === 'text' ? part.text : '' }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const run = call('terminal', { command: 'git push --force origin main' })

test('lets a client send, read, search and answer, within its scope', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [text('Grüße.'), run, text('Not pushed.'), run, text('Denied.'), hang()],
  })
  sandbox.writeHome(
    'config.yaml',
    JSON.stringify({
      model: { provider: 'custom', base_url: fake.baseUrl, default: 'fake-model', context_length: 100_000 },
      auxiliary: { title_generation: { enabled: false } },
    }),
  )
  let id = ''
  {
    await using client = await connect(sandbox, 'all')
    const sent = JSON.parse((await client.use('messages_send', { text: 'Say hello to the penguin.' })).text)
    expect(sent).toMatchObject({ status: 'done', reply: 'Grüße.' })
    id = sent.conversation_id

    const asked = JSON.parse((await client.use('messages_send', { conversation_id: id, text: 'Push it.' })).text)
    expect(asked).toMatchObject({ status: 'waiting', question: { kind: 'approval', conversation_id: id } })
    const { question_id } = asked.question
    expect((await client.use('permissions_list_open')).text).toContain(question_id)
    const answered = await client.use('permissions_respond', { question_id, decision: 'deny' })
    expect(JSON.parse(answered.text)).toMatchObject({ accepted: true, state: 'answered' })
    await expect
      .poll(async () => (await client.use('messages_read', { conversation_id: id })).text)
      .toContain('Not pushed.')
  }
  await using sender = await connect(sandbox, 'send')
  expect(await sender.tools()).not.toContain('permissions_respond')
  // No one can answer, so the call is denied and the turn continues.
  const denied = await sender.use('messages_send', { conversation_id: id, text: 'Push it again.' })
  expect(JSON.parse(denied.text)).toMatchObject({ status: 'done', reply: 'Denied.', conversation_id: id })
  expect((await sender.use('messages_search', { query: 'penguin' })).text).toContain(id)
  expect((await sender.use('conversations_list')).text).toContain(`"conversation_id":"${id}"`)
  const running = await sender.use('messages_send', { conversation_id: id, text: 'Wait.', wait_seconds: 0 })
  expect(JSON.parse(running.text)).toMatchObject({ status: 'running' })
  const interrupt = async () => (await sender.use('messages_interrupt', { conversation_id: id })).text
  await expect.poll(interrupt).toBe('{"interrupted":true}')
  await expect.poll(interrupt).toBe('{"interrupted":false}')
  expect(await sender.use('messages_read', { conversation_id: 'none' })).toMatchObject({ isError: true })
})

test('keeps 32 conversations open, and refuses another while all are at work', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [...Array.from({ length: 32 }, () => hang()), text('Hello.')] })
  sandbox.writeHome(
    'config.yaml',
    JSON.stringify({
      model: { provider: 'custom', base_url: fake.baseUrl, default: 'fake-model', context_length: 100_000 },
      auxiliary: { title_generation: { enabled: false } },
    }),
  )
  await using client = await connect(sandbox, 'send')
  const send = (wait_seconds: number) => client.use('messages_send', { text: 'Hello?', wait_seconds })
  const [first] = await Promise.all(Array.from({ length: 32 }, () => send(0)))
  await fake.request(32)
  expect(await send(0)).toMatchObject({ isError: true, text: expect.stringContaining('32 open conversations') })
  const { conversation_id } = JSON.parse(first?.text ?? '')
  await client.use('messages_interrupt', { conversation_id })
  await expect.poll(async () => (await send(20)).text).toContain('"reply":"Hello."')
})

test('offers a client with the scope read no tool that changes anything', async () => {
  using sandbox = createSandbox()
  await using client = await connect(sandbox, 'read')
  expect(await client.tools()).toEqual(['conversations_list', 'messages_read', 'messages_search'])
  expect((await client.use('conversations_list')).text).toBe('{"conversations":[]}')
})

test('works with the inspector of MCP, which reads a skill of the home', async () => {
  using sandbox = createSandbox()
  const skill = '---\nname: release\ndescription: Publishes a release.\n---\n\nRun the tests.\n'
  mkdirSync(join(sandbox.home, 'skills/release'), { recursive: true })
  sandbox.writeHome('skills/release/SKILL.md', skill)
  const folder = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json'))
  const program = join(folder, 'clients/launcher/build/index.js')
  const inspect = async (...method: readonly string[]) => {
    const server = [process.execPath, main, 'mcp', 'serve', '-e', `HERMES_HOME=${sandbox.home}`]
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--cli', ...server, ...method], {
      cwd: sandbox.workspace,
      env: { PATH: process.env.PATH, HOME: sandbox.home },
    })
    return JSON.parse(stdout)
  }
  const [listed, called, read] = await Promise.all([
    inspect('--method', 'tools/list'),
    inspect('--method', 'tools/call', '--tool-name', 'conversations_list'),
    inspect('--method', 'resources/read', '--uri', 'skill://release/SKILL.md'),
  ])
  expect(JSON.stringify(listed)).toContain('messages_search')
  expect(called).toEqual({ content: [{ type: 'text', text: '{"conversations":[]}' }] })
  expect(read.contents).toMatchObject([{ text: skill, mimeType: 'text/markdown' }])
})
