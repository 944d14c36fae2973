import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { markOf, markOfCommand } from './marker.js'
import { endTree } from './process-tree.js'

describe.runIf(process.platform === 'linux')('a tree of processes', () => {
  test('includes a process that does not have its own session yet', async () => {
    const child = spawn('sleep', ['100'], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    await once(child, 'spawn')
    const tree = { groups: [child.pid ?? Number.NaN], mark: markOfCommand(markOf('test'), 1) }
    expect(await endTree(tree, { signal: 'SIGTERM', graceMs: 1_000 })).toBe(true)
    expect(await ended).toEqual([null, 'SIGTERM'])
  })
})
