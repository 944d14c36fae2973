import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configSchema } from '@hermes/runtime'
import { createScriptedNetwork } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { OutboundPayload } from '../network/payload.js'
import { deliverToChats } from './deliver-to-chats.js'

test('the result of a job sends the files that it names, and shows no directive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-jobs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'plot.png'), 'picture')
  const settings = configSchema.parse({ platforms: { net: {} } }).platforms.net
  if (!settings) throw new TypeError('The network has no settings.')
  const networks = new Map([['net', { name: 'net', adapter: createScriptedNetwork().connect(), settings }]])
  const put = new Map<string, OutboundPayload>()
  const outbox = {
    put: async (id: string, message: OutboundPayload) => put.size < put.set(id, message).size,
    untilSent: async () => true,
    stateOf: async () => 'delivered' as const,
  }
  const home = join(folder, 'home')
  const folders = { workingDirectory: folder, home, spoken: join(home, 'speech'), userFolder: folder }
  const delivery = deliverToChats({
    networks,
    outbox,
    results: { keep: async () => undefined },
    homes: { of: async () => undefined },
    folders,
    wraps: () => false,
  })
  const text = `Done.\n[[as_document]]\nMEDIA:${folder}/plot.png`
  const job = { id: 'job-1', name: 'plots' }
  const { signal } = new AbortController()
  await delivery.send({ id: 'run', target: 'net:lobby', kind: 'result', text, job, run: {} }, { signal })
  expect([...put].map(([id, { text, file }]) => [id, text, file?.kind])).toEqual([
    ['run#0', 'Done.', undefined],
    ['run#file0', '', 'document'],
  ])
})
