import { expect, test } from 'vitest'
import { manageProcesses } from './manage-processes.js'

const running = [
  {
    pid: 4711,
    mark: 'mark',
    startedAt: '2026-03-14T10:00:00Z',
    home: '/home',
    profile: 'default',
    url: 'http://127.0.0.1:8642',
    version: '1.0.0',
    start: { program: ['hermes'], address: ['--port', '8642'] },
  },
]

async function start(...address: string[]): Promise<readonly string[]> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const never = () => expect.unreachable()
  expect(await manageProcesses('start', { running, address, start: never, env: {}, print })).toBe(0)
  return lines
}

test('a running gateway keeps its address, and a start with another one says so', async () => {
  expect(await start()).toHaveLength(1)
  expect(await start('--port', '8642')).toHaveLength(1)
  expect(await start('--port', '9000')).toEqual([
    'The gateway runs already: process 4711, http://127.0.0.1:8642',
    'It keeps its address. To change it: hermes gateway restart --port 9000',
  ])
})
