import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { referenceServers } from '../integration/mcp/start-everything.js'
import { createSandbox, provider } from './hermes.js'

/** Returns the processes with this text in their arguments or variables. */
function processesWith(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => ['cmdline', 'environ'].some((file) => textOf(`/proc/${pid}/${file}`).includes(mark)))
    .map(Number)
}

/** Reads a file of a process, which may end in the meantime. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

test.runIf(process.platform === 'linux').each([
  ['the servers are', false, true],
  ['the agent is', true, false],
  ['both are', true, true],
])('a turn with the reference servers ends well when %s killed', async (_, killsAgent, killsServers) => {
  using sandbox = createSandbox()
  const notes = join(sandbox.workspace, 'memory.json')
  const entity = { name: 'Ada', entityType: 'person', observations: ['likes plums'] }
  await using fake = await startFakeProvider({
    script: [
      call('mcp_memory_create_entities', { entities: [entity] }),
      call('mcp_every_trigger-long-running-operation', { duration: 3, steps: 3 }),
      call('mcp_memory_search_nodes', { query: 'plums' }),
      text('Done.'),
    ],
  })
  const server = (file: string) => ({
    ...{ command: process.execPath, args: [file], trust: 'full' },
    env: { MEMORY_FILE_PATH: notes, MARK: sandbox.home },
  })
  sandbox.writeHome(
    'config.yaml',
    JSON.stringify({
      tools: { tool_search: 'off' },
      mcp_servers: { every: server(referenceServers.everything), memory: server(referenceServers.memory) },
    }),
  )
  const servers = () => processesWith(`MARK=${sandbox.home}`)
  const agent = sandbox.start([...provider(fake.baseUrl), '--yolo', '-z', 'go', '--json'])
  await agent.prints(/"tool-progress".*long-running|"tool-start".*long-running/)
  await expect.poll(() => servers().length).toBeGreaterThanOrEqual(2)
  if (killsAgent) agent.process.kill('SIGKILL')
  if (killsServers) for (const pid of servers()) kill(pid)
  const { stdout } = await agent.ended
  if (killsAgent) {
    await expect.poll(servers).toEqual([])
    const resumed = await sandbox.run([...provider(fake.baseUrl), '--yolo', '-c', '-z', ''])
    expect(resumed).toMatchObject({ code: 0, stdout: 'Done.\n' })
  } else expect(stdout).toContain('Done.')
  const told = JSON.stringify(fake.requests.at(-1)?.body.messages)
  // The server says that this tool only reads, so the next process makes the call again.
  expect(told).toMatch(killsAgent ? /operation completed/ : /was lost/)
  expect(told).toContain('likes plums')
  // The call that had ended is not repeated, and no server stays.
  expect(readFileSync(notes, 'utf8').match(/likes plums/g)).toHaveLength(1)
  await expect.poll(servers).toEqual([])
})

/** Kills a process. One that has ended in the meantime is dead as well. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (Object(error).code !== 'ESRCH') throw error
  }
}
