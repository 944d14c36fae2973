import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBubblewrap, type Sandbox } from '@hermes/environments/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLazily } from './open-lazily.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-when-used-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Creates a sandbox that needs no program to exist, because no command runs in it. */
function counted() {
  const made: Sandbox[] = []
  const create = () => {
    const sandbox = createBubblewrap({
      policy: { workspaces: [folder], network: 'none' },
      stateFolder: join(folder, 'state'),
      program: '/usr/bin/bwrap',
    })
    made.push(sandbox)
    return sandbox
  }
  return { made, create }
}

test('creates the sandbox once, on first use', async () => {
  const { made, create } = counted()
  await using sandbox = openLazily({ name: 'bubblewrap', create })
  sandbox.accept(join(folder, '.bashrc'))
  await sandbox.settle()
  expect(sandbox.name).toBe('bubblewrap')
  expect(made).toHaveLength(0)
  expect(sandbox.accessOf(undefined)).toBe('none')
  sandbox.accessOf(undefined)
  expect(made).toHaveLength(1)
})

test('runs no command after it was closed, and creates no sandbox for it', async () => {
  const { made, create } = counted()
  let isDisposed = false
  const kept = {
    [Symbol.dispose]() {
      isDisposed = true
    },
  }
  const sandbox = openLazily({ name: 'bubblewrap', create, kept })
  await sandbox[Symbol.asyncDispose]()
  expect(isDisposed).toBe(true)
  await expect(sandbox.wrap({ argv: ['true'], workingDirectory: folder, variables: {} })).rejects.toThrow(
    'The sandbox is closed: open a new surface to run commands.',
  )
  expect(made).toHaveLength(0)
  expect(sandbox.accessOf(undefined)).toBe('none')
  expect(() => sandbox.begin(undefined)).toThrow('The sandbox is closed')
})
