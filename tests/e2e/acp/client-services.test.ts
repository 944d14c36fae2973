import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RequestPermissionRequest } from '@agentclientprotocol/sdk/unstable'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from '../hermes.js'
import { configFor, startEditor } from './test-editor.js'

const fakeServer = fileURLToPath(new URL('../../../packages/mcp/testing/fake-server.mjs', import.meta.url))

test('reads the unsaved text of the editor, and lets the editor make the change', async () => {
  using sandbox = createSandbox()
  sandbox.write('a.txt', 'saved\n')
  sandbox.write('closed.txt', 'on disk\n')
  const path = join(realpathSync(sandbox.workspace), 'a.txt')
  const buffers = new Map([[path, 'unsaved and longer\nsecond\n']])
  await using fake = await startFakeProvider({
    script: [
      call('read_file', { path: 'a.txt' }),
      call('read_file', { path: 'closed.txt' }),
      call('patch', { path: 'a.txt', old_string: 'second', new_string: '2' }),
      text('Done.'),
    ],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox, buffers, answer: () => 'once' })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'edit')).toBe('end_turn')
  expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('2|second')
  expect(JSON.stringify((await fake.request(3)).body.messages)).toContain('1|on disk')
  expect(editor.permissions[0]?.toolCall.content).toContainEqual(
    expect.objectContaining({ type: 'diff', newText: 'unsaved and longer\n2\n' }),
  )
  expect(buffers.get(path)).toBe('unsaved and longer\n2\n')
  expect(readFileSync(path, 'utf8')).toBe('saved\n')
})

const echo = call('mcp_my_tools_echo', { text: 'hi' })

test('gives a session the MCP servers of its editor, behind the gate', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [echo, echo, text('Done.'), text('Nothing.')],
  })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  // The tools of the server are agreed to first, then the call is allowed.
  const answer = ({ options }: RequestPermissionRequest) =>
    options.some(({ optionId }) => optionId === '0') ? '0' : 'once'
  await using editor = await startEditor({ sandbox, answer })
  const { sessionId } = await editor.agent.request('session/new', {
    cwd: sandbox.workspace,
    mcpServers: [{ name: 'my tools', command: process.execPath, args: [fakeServer], env: [] }],
  })
  expect(await editor.prompt(sessionId, 'call it')).toBe('end_turn')
  expect(editor.permissions).toHaveLength(2)
  expect(JSON.stringify(editor.permissions[0])).toContain('Agree to these tools')
  expect(JSON.stringify((await fake.request(3)).body.messages)).toContain('You said')
  await editor.prompt(await editor.newSession(), 'and here?')
  expect(JSON.stringify((await fake.request(4)).body.tools)).not.toContain('mcp_my_tools')
})
