import { copyFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxStatus } from '@hermes/environments/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rememberedProbe } from './remembered-probe.js'

let folder: string
let program: string
let probes: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-probe-'))
  program = join(folder, 'bwrap')
  probes = 0
  await writeFile(program, '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function probe(status: SandboxStatus['status'] = 'available') {
  const found: SandboxStatus =
    status === 'available' ? { status, by: 'bubblewrap', program } : { status: 'unavailable', reason: 'there is none' }
  return rememberedProbe({
    by: 'bubblewrap',
    folder: join(folder, 'state'),
    program,
    probe: async () => {
      probes += 1
      return found
    },
  })
}

test('probes a capable machine once, until its sandbox program changes', async () => {
  expect(await probe()).toEqual({ status: 'available', by: 'bubblewrap', program })
  expect(await probe()).toEqual({ status: 'available', by: 'bubblewrap', program })
  expect(probes).toBe(1)
  await utimes(program, 1, 1)
  await probe()
  expect(probes).toBe(2)
})

test('probes a machine without a sandbox every time', async () => {
  expect(await probe('unavailable')).toMatchObject({ status: 'unavailable' })
  expect(await probe()).toMatchObject({ status: 'available' })
})

test('probes every time if the result cannot be stored', async () => {
  await writeFile(join(folder, 'state'), 'in the way of the folder')
  expect(await probe()).toEqual({ status: 'available', by: 'bubblewrap', program })
  expect(await probe()).toEqual({ status: 'available', by: 'bubblewrap', program })
  expect(probes).toBe(2)
})

test.each(['', '{"program":', '{"program":"/tmp/evil","machine":"x"}'])('ignores a damaged cache: %j', async (text) => {
  await probe()
  for (const name of await readdir(join(folder, 'state'))) await writeFile(join(folder, 'state', name), text)
  expect(await probe()).toEqual({ status: 'available', by: 'bubblewrap', program })
  expect(probes).toBe(2)
})

test('never stores the path of the program', async () => {
  await probe()
  const [name = ''] = await readdir(join(folder, 'state'))
  const text = await readFile(join(folder, 'state', name), 'utf8')
  const other = join(folder, 'evil')
  await copyFile(program, other)
  await writeFile(join(folder, 'state', name), text.replaceAll(program, other))
  expect(await probe()).toEqual({ status: 'available', by: 'bubblewrap', program })
})
