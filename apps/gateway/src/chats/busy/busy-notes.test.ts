import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { repliesQueue } from '../network/queues.js'

/** Opens a chat whose first turn runs a command until it is released. */
async function openBusy(
  busy_mode: 'queue' | 'steer' | 'interrupt',
  display: { readonly busy_ack_enabled?: boolean } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-busy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const wait = call('terminal', { command: `until [ -e ${folder}/go ]; do sleep 0.05; done` })
  const served = await serveChats({
    platforms: { net: { admins: ['ada'], busy_mode, tool_progress: 'off' } },
    settings: { display, approvals: { mode: 'off' }, terminal: { sandbox: 'off' } },
    script: (_, number) => (number === 1 ? wait : text(`Answer ${number}.`)),
  })
  const say = (words: string) => served.network().say({ text: words })
  say('one')
  await expect.poll(() => served.provider.requests.length).toBe(1)
  const owed = async () => (await served.store.queue?.list({ queue: repliesQueue }))?.length
  return { ...served, say, owed, letGo: () => writeFile(join(folder, 'go'), '') }
}

test('says once per turn that messages wait', async () => {
  const { say, owed, shown, letGo } = await openBusy('queue', { busy_ack_enabled: true })
  say('two')
  say('three')
  await expect.poll(owed).toBe(3)
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^⏳ .*turn is done/)])
  await letGo()
  await expect.poll(() => shown().slice(1)).toEqual(['Answer 2.', 'Answer 3.', 'Answer 4.'])
})

test('says that the running turn got a message', async () => {
  const { say, shown, provider, letGo } = await openBusy('steer', { busy_ack_enabled: true })
  say('and quickly')
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^⏩ .*into account/)])
  await letGo()
  await expect.poll(() => shown().slice(1)).toEqual(['Answer 2.'])
  expect(JSON.stringify(provider.requests[1]?.body)).toContain('and quickly')
})

test('a conversation may have another mode than its network', async () => {
  const { say, owed, shown, letGo, stop, start } = await openBusy('interrupt')
  say('/busy')
  await expect.poll(() => shown().at(-1)).toMatch(/^interrupt: /)
  say('/busy queue')
  await expect.poll(() => shown().at(-1)).toMatch(/^queue: /)
  say('two')
  await expect.poll(owed).toBe(2)
  await letGo()
  await expect.poll(() => shown().slice(2)).toEqual(['Answer 2.', 'Answer 3.'])
  await stop()
  await start()
  say('/busy status')
  await expect.poll(() => shown().at(-1)).toMatch(/^queue: /)
  say('/busy never')
  await expect.poll(() => shown().at(-1)).toBe('Write /busy queue, /busy steer, /busy interrupt or /busy status.')
})

test('says nothing when that is switched off', async () => {
  const { say, owed, shown, letGo } = await openBusy('queue', { busy_ack_enabled: false })
  say('two')
  await expect.poll(owed).toBe(2)
  await letGo()
  await expect.poll(() => shown()).toEqual(['Answer 2.', 'Answer 3.'])
})
