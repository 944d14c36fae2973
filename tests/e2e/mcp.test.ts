import { fileURLToPath } from 'node:url'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox, provider } from './hermes.js'

const fakeServer = fileURLToPath(new URL('../../packages/mcp/testing/fake-server.mjs', import.meta.url))

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns the results of the calls so far, as the model reads them. */
function pidsIn(fake: FakeProvider): readonly number[] {
  const told = JSON.stringify(fake.requests.at(-1)?.body.messages)
  return [...told.matchAll(/\\n(\d+)\\n<\/tool-content>/g)].map(([, pid]) => Number(pid))
}

/** The server ignores the end of its input, and has started a process in a separate session. */
test.each([
  ['the agent', true, false],
  ['the server', false, true],
  ['both', true, true],
])('leaves nothing behind when %s is killed', async (_, killsAgent, killsServer) => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({
    script: [call('mcp_fake_pid', {}), call('mcp_fake_fork', {}), call('mcp_fake_silent', {}), text('Done.')],
  })
  sandbox.writeHome(
    'config.yaml',
    JSON.stringify({
      mcp_servers: {
        fake: { command: process.execPath, args: [fakeServer], env: { FAKE_EXIT: 'never' }, trust: 'full' },
      },
    }),
  )
  const agent = sandbox.start([...provider(fake.baseUrl), '--yolo', '-z', 'go', '--json'])
  await agent.prints(/"tool-start".*mcp_fake_silent/)
  const [server = 0, forked = 0] = pidsIn(fake)
  expect([server, forked].map(isAlive)).toEqual([true, true])
  if (killsAgent) agent.process.kill('SIGKILL')
  if (killsServer) process.kill(server, 'SIGKILL')
  const { stdout } = await agent.ended
  if (!killsAgent) expect(stdout).toContain('was lost')
  await expect.poll(() => [server, forked].map(isAlive)).toEqual([false, false])
})

test('describes nothing and runs nothing of a server that no one has agreed to', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [call('mcp_fake_echo', { text: 'hi' }), text('Done.')] })
  sandbox.writeHome(
    'config.yaml',
    JSON.stringify({ mcp_servers: { fake: { command: process.execPath, args: [fakeServer] } } }),
  )
  const { code } = await sandbox.run([...provider(fake.baseUrl), '-z', 'go'])
  expect(code).toBe(0)
  const told = JSON.stringify(fake.requests.map(({ body }) => body))
  expect(told).toContain('No one was there to agree')
  expect(told).not.toMatch(/Repeats a text|You said/)
})
