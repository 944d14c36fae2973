import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { hashFolder } from '../../plugins/hash-folder.js'

/** Reads a file with these hooks. */
async function readWith(hooks: string) {
  const provider = await startFakeProvider({
    script: [call('read_file', { path: 'a.txt' }, { text: 'I look.' }), text('Done.')],
  })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  const paths = await tempHome({
    config: `${model}approvals: { mode: "off" }\nterminal: { sandbox: "off" }\nshell_hooks:\n${hooks}`,
  })
  const folder = await tempFolder()
  const runtime = await (await testHost({ paths })).open({}, folder)
  const { messages, outcome } = await runtime.agent.run('read').result
  const result = String(messages.find(({ role }) => role === 'tool')?.content)
  return { folder, outcome, result, requests: JSON.stringify(provider.requests[0]?.body.messages) }
}

test('passes the event to a command, which blocks a call and adds a text to the message', async () => {
  const { folder, result, requests, outcome } = await readWith(`
  pre_llm_call: [{ command: 'echo "{\\"context\\":\\"The wind is north.\\"}"' }]
  pre_tool_call:
    - { matcher: 'write_*|read_file', command: 'cat > event.json; echo "not this one" >&2; exit 2' }
`)
  expect(result).toContain('not this one')
  expect(requests).toContain('The wind is north.')
  expect(outcome.status).toBe('completed')
  expect(JSON.parse(await readFile(join(folder, 'event.json'), 'utf8'))).toMatchObject({
    event: 'pre_tool_call',
    tool_name: 'read_file',
    tool_input: { path: 'a.txt' },
  })
})

test('lets a hook change the arguments, which the next hook sees', async () => {
  const change = (input: string) => `'cat > event.json; echo "{\\"updatedInput\\":${input}}"'`
  const changed = await readWith(`
  pre_tool_call:
    - { command: ${change('{\\"path\\":\\"b.txt\\"}')} }
    - { command: ${change('{\\"path\\":\\"c.txt\\"}')} }
`)
  expect(changed.result).toContain('c.txt')
  const event = JSON.parse(await readFile(join(changed.folder, 'event.json'), 'utf8'))
  expect(event).toMatchObject({ tool_input: { path: 'b.txt' } })
  const invalid = await readWith(`  pre_tool_call: [{ command: ${change('7')} }]\n`)
  expect(invalid.result).toContain('The updatedInput is not an object.')
})

test('skips a hook for another tool, and blocks the call when a hook fails', async () => {
  const other = await readWith(`  pre_tool_call: [{ matcher: terminal, command: 'exit 2' }]\n`)
  expect(other.result).not.toContain('a hook refused it')
  const failing = await readWith(`  pre_tool_call: [{ command: 'echo broken >&2; exit 3' }]\n`)
  expect(failing.result).toContain('ended with code 3: broken')
  const json = await readWith(
    `  pre_tool_call: [{ command: 'echo "{\\"decision\\":\\"block\\",\\"reason\\":\\"by JSON\\"}"' }]\n`,
  )
  expect(json.result).toContain('by JSON')
})

test.each([
  ['{"decision":"deny","reason":"no"}', 'a decision that does not exist: "deny"'],
  ['{"decision":true}', 'a decision that does not exist: true'],
  ['{"decison":"block","reason":"no"}', '{"decison": ...} and no decision'],
  ['{"action":"block"}', '{"action": ...} and no decision'],
  ['{"continue":"false"}', 'a continue that does not exist: "false"'],
  ['{"hookSpecificOutput":{"permissionDecision":"ask"}}', 'a permissionDecision that does not exist: "ask"'],
])('blocks the call when a hook prints %s, and tells the model what it must print', async (output, sentence) => {
  const { result } = await readWith(`  pre_tool_call: [{ command: ${JSON.stringify(`echo '${output}'`)} }]\n`)
  expect(result).toContain(sentence)
  expect(result).toContain('{"decision": "block", "reason": "..."}')
})

test.each([
  ['{"continue":false,"stopReason":"stop here"}', 'stop here'],
  ['{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not that"}}', 'not that'],
])('blocks the call when a hook prints %s, as for Claude Code', async (output, reason) => {
  const { result } = await readWith(`  pre_tool_call: [{ command: ${JSON.stringify(`echo '${output}'`)} }]\n`)
  expect(result).toContain(reason)
})

test.each([
  '{"decision":"approve","note":"fine"}',
  '{"continue":true,"suppressOutput":true}',
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}',
  '{"systemMessage":"seen"}',
  '{}',
  'checked',
])('lets the call run when a hook prints %s', async (output) => {
  const { result } = await readWith(`  pre_tool_call: [{ command: ${JSON.stringify(`echo '${output}'`)} }]\n`)
  expect(result).not.toContain('hook')
  expect(result).toContain('a.txt')
})

test('only rejects wrong decisions about calls', async () => {
  const { requests } = await readWith(
    `  pre_llm_call: [{ command: 'echo "{\\"decision\\":\\"deny\\",\\"context\\":\\"The wind is west.\\"}"' }]\n`,
  )
  expect(requests).toContain('The wind is west.')
})

test('ends a command that takes too long, and ignores an observer that fails', async () => {
  const slow = await readWith(`  pre_tool_call: [{ command: 'sleep 20', timeout: 1 }]\n`)
  expect(slow.result).toContain('took longer than 1 s')
  const { outcome } = await readWith(
    `  post_tool_call: [{ command: 'exit 1' }]\n  post_llm_call: [{ command: 'exit 1' }]\n`,
  )
  expect(outcome.status).toBe('completed')
})

test('lets a hook block a slash command, and blocks it when the hook fails', async () => {
  const paths = await tempHome({
    config: `terminal: { sandbox: "off" }
shell_hooks:
  pre_command:
    - { matcher: new, command: 'cat > command.json; echo "keep it" >&2; exit 2' }
    - { matcher: undo, command: 'echo "{\\"decision\\":\\"deny\\"}"' }
    - { matcher: status, command: 'echo "{\\"decision\\":\\"approve\\"}"' }
`,
  })
  const folder = await tempFolder()
  const runtime = await (await testHost({ paths })).open({}, folder)
  const judge = (name: string) =>
    runtime.hooks.judgeCommand?.({
      sessionId: 's',
      name,
      args: 'x',
      surface: 'chat',
      source: 'net',
      userId: 'ada',
      role: 'user',
    })
  expect(await judge('new')).toBe('keep it')
  expect(JSON.parse(await readFile(join(folder, 'command.json'), 'utf8'))).toEqual({
    event: 'pre_command',
    session_id: 's',
    command_name: 'new',
    arguments: 'x',
    surface: 'chat',
    source: 'net',
    user_id: 'ada',
    role: 'user',
  })
  expect(await judge('undo')).toContain('A hook of pre_command printed a decision that does not exist: "deny"')
  expect(await judge('status')).toBeUndefined()
  expect(await judge('help')).toBeUndefined()
})

test('lets a hook skip and rewrite messages of chats, and skips them when the hook fails', async () => {
  const print = (answer: string) => JSON.stringify(`cat > $(date +%N).json; echo '${answer}'`)
  const paths = await tempHome({
    config: `terminal: { sandbox: "off" }
shell_hooks:
  pre_gateway_dispatch:
    - { matcher: telegram, command: 'cat > message.json; echo "no spam" >&2; exit 2' }
    - { matcher: one, command: ${print('{"decision":"rewrite","text":"kind"}')} }
    - { matcher: one, command: 'grep -q kind && echo "{\\"decision\\":\\"allow\\"}"' }
    - { matcher: two, command: ${print('{"decision":"rewrite","text":"/yolo"}')} }
    - { matcher: three, command: 'exit 3' }
`,
  })
  const folder = await tempFolder()
  const runtime = await (await testHost({ paths })).open({}, folder)
  const message = {
    type: 'message',
    id: '7',
    messageId: '7',
    chatId: 'c',
    chatType: 'group',
    sender: { id: 'ada', name: 'Ada' },
    text: 'rude',
    isAddressed: false,
    attachments: [],
    sentAtMs: 0,
  } as const
  const judge = (source: string) => runtime.hooks.judgeMessage?.({ source, message })
  expect(await judge('telegram')).toEqual({ action: 'skip', reason: 'no spam' })
  expect(JSON.parse(await readFile(join(folder, 'message.json'), 'utf8'))).toEqual({
    event: 'pre_gateway_dispatch',
    source: 'telegram',
    chat_id: 'c',
    chat_type: 'group',
    message_id: '7',
    sender_id: 'ada',
    sender_name: 'Ada',
    is_bot: false,
    is_addressed: false,
    text: 'rude',
    attachments: [],
  })
  expect(await judge('one')).toEqual({ action: 'serve', text: 'kind' })
  expect(await judge('two')).toMatchObject({ action: 'skip', reason: expect.stringContaining('"rewrite"') })
  expect(await judge('three')).toMatchObject({ action: 'skip', reason: expect.stringContaining('ended with code 3') })
  expect(await judge('matrix')).toEqual({ action: 'serve' })
})

test('passes the text next to calls to a command', async () => {
  const { folder } = await readWith(`  on_interim_message: [{ command: 'cat > said.json' }]\n`)
  const read = () => readFile(join(folder, 'said.json'), 'utf8').catch(() => '')
  await expect.poll(read).toContain('"event":"on_interim_message"')
  await expect.poll(read).toContain('"text":"I look."')
})

test('runs the commands of an allowed folder until its files change', async () => {
  const provider = await startFakeProvider({ script: [text('One.'), text('Two.')] })
  onTestFinished(() => provider.close())
  const paths = await tempHome({})
  const folder = join(paths.home, 'hooks', 'wind')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'wind.json'), '{"context":"The wind is north."}')
  await writeFile(
    join(folder, 'HOOK.yaml'),
    'hooks: { pre_llm_call: [{ command: \'cat "$HERMES_HOOK_DIR/wind.json"\' }] }\n',
  )
  const config = {
    model: { provider: 'custom', base_url: provider.baseUrl, default: 'm', context_length: 100_000 },
    terminal: { sandbox: 'off' },
    hook_folders: { wind: await hashFolder(folder) },
  }
  await writeFile(paths.config, JSON.stringify(config))
  const host = await testHost({ paths })
  await (await host.open()).agent.run('hello').result
  await writeFile(join(folder, 'wind.json'), '{"context":"The wind is east."}')
  await (await host.open()).agent.run('hello').result
  const [first, second] = provider.requests.map(({ body }) => JSON.stringify(body.messages))
  expect(first).toContain('The wind is north.')
  expect(second).not.toContain('The wind is')
})
