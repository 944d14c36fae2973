import type { ApprovalRequest } from '@hermes/core'
import { expect, test } from 'vitest'
import { gateRequest, place } from '../../testing/gate-request.js'
import { createApprovalGate } from './create-approval-gate.js'

const { signal } = new AbortController()

/** Creates a session whose first question is answered with `session`, and all others are denied. */
function session(workingDirectory: string = place.workingDirectory) {
  const asked: ApprovalRequest[] = []
  const gate = createApprovalGate({
    mode: 'manual',
    ...place,
    workingDirectory,
    workspace: place.workingDirectory,
    approve: async (request) => {
      asked.push(request)
      return asked.length === 1 ? { decision: 'session' } : { decision: 'deny' }
    },
  })
  return { asked, allows: async (command: string) => (await gate.review(gateRequest(command), { signal })).allowed }
}

test('consent for the session covers the same program with paths inside the working folder', async () => {
  const { asked, allows } = session()
  expect(await allows('rm -rf build')).toBe(true)
  expect(asked[0]?.sessionScope).toBe('rm with paths inside /home/dev/proj')
  for (const command of [
    'rm -rf dist',
    'rm -r ./a/b c',
    'cd src && rm -rf x',
    'rm -rf /home/dev/proj/x',
    'rm -rf build/*',
  ])
    expect([command, await allows(command)]).toEqual([command, true])
  expect(asked).toHaveLength(1)
})

test.each([
  'rm -rf ../sibling',
  'rm -rf ~/notes',
  'rm -rf /srv/data',
  'rm -rf .',
  'rm -rf build ../sibling',
  'cd .. && rm -rf proj2',
  'cd / && rm -rf srv/x',
  'rm -rf "$TARGET"',
  'rm -rf src/../../x',
  'rimraf build',
  'git clean -fd',
  'find . -exec rm -rf {} +',
])('but not: %s', async (command) => {
  const { asked, allows } = session()
  await allows('rm -rf build')
  expect(await allows(command)).toBe(false)
  expect(asked).toHaveLength(2)
})

test('commands with paths elsewhere are covered exactly as shown', async () => {
  const { asked, allows } = session()
  expect(await allows('rm -rf ../old')).toBe(true)
  expect(asked[0]?.sessionScope).toBe('exactly this call')
  expect(await allows('rm -rf ../old')).toBe(true)
  expect(await allows('rm -rf ../new')).toBe(false)
})

test('the working folder stays the same when the shell moves', async () => {
  const { asked, allows } = session('/home/dev')
  expect(await allows('rm -rf other')).toBe(true)
  expect(asked[0]?.sessionScope).toBe('exactly this call')
  expect(await allows('rm -rf another')).toBe(false)
})

test('every part of a command has to be covered', async () => {
  const { allows } = session()
  await allows('rm -rf build')
  expect(await allows('rm -rf build && git push --force')).toBe(false)
})

test('a question about the agent itself offers nothing for the session', async () => {
  const { asked, allows } = session()
  await allows('hermes config set a b')
  expect(asked[0]).toMatchObject({ isAskedEachTime: true })
  expect(asked[0]).not.toHaveProperty('sessionScope')
  expect(await allows('hermes config set a b')).toBe(false)
  expect(asked).toHaveLength(2)
})
