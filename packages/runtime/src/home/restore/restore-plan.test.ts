import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { carryOut, finishRestore, type RestorePlan, type RestoreStore, stagingOf, writePlan } from './restore-plan.js'

let home: string
let plan: RestorePlan

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-restore-'))
  const kept = join(home, 'backups/before')
  plan = { units: ['SOUL.md', 'skills', 'profiles/work/skills', 'plugins'], stores: ['state.db'], kept }
  const { files } = stagingOf(home)
  for (const [folder, word] of [
    [home, 'old'],
    [files, 'new'],
  ] as const) {
    await put(join(folder, 'SOUL.md'), word)
    await put(join(folder, 'skills/a.md'), word)
    await put(join(folder, 'profiles/work/skills/a.md'), word)
    await put(join(folder, 'state.db'), word)
  }
  await put(join(home, 'skills/only-here.md'), 'old')
  await put(join(files, 'plugins/a.js'), 'new')
})
afterEach(() => rm(home, { recursive: true }))

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

const read = (path: string) => readFile(join(home, path), 'utf8')
const copyStore: RestoreStore = async (path, from) => {
  await rename(path, `${path}.replaced`)
  await writeFile(path, await readFile(from))
  return `${path}.replaced`
}

async function expectNew(): Promise<void> {
  for (const path of ['SOUL.md', 'skills/a.md', 'profiles/work/skills/a.md', 'plugins/a.js', 'state.db']) {
    expect(await read(path)).toBe('new')
  }
  expect(await readdir(join(home, 'skills'))).toEqual(['a.md'])
  expect(await read('backups/before/skills/only-here.md')).toBe('old')
  expect(await read('backups/before/profiles/work/skills/a.md')).toBe('old')
  expect(existsSync(stagingOf(home).folder)).toBe(false)
}

async function expectOld(): Promise<void> {
  for (const path of ['SOUL.md', 'skills/a.md', 'skills/only-here.md', 'profiles/work/skills/a.md', 'state.db']) {
    expect(await read(path)).toBe('old')
  }
  expect(existsSync(join(home, 'plugins'))).toBe(false)
  expect(existsSync(stagingOf(home).folder)).toBe(false)
}

test('executes a plan and keeps the replaced files', async () => {
  await writePlan(home, plan)
  expect(await carryOut(home, plan, copyStore)).toEqual([join(home, 'state.db.replaced')])
  await expectNew()
})

test('rolls everything back when a store cannot be replaced', async () => {
  await writePlan(home, plan)
  const failing: RestoreStore = async () => {
    throw new Error('The disk is full.')
  }
  await expect(carryOut(home, plan, failing)).rejects.toThrow('disk is full')
  await expectOld()
})

test('rolls the first store back when the second one cannot be replaced', async () => {
  const stores: string[] = []
  const second: RestoreStore = async (path, from) => {
    stores.push(`${path} < ${from}`)
    if (path.includes('profiles')) throw new Error('locked')
    return from.endsWith('.kept') ? undefined : `${path}.kept`
  }
  const both = { ...plan, stores: ['state.db', 'profiles/work/state.db'] }
  await expect(carryOut(home, both, second)).rejects.toThrow('locked')
  const path = join(home, 'state.db')
  expect(stores.at(-1)).toBe(`${path} < ${path}.kept`)
  await expectOld()
})

test.each([0, 1, 2, 3, 4])('is completed by the next process after a crash that follows %i moves', async (moves) => {
  await writePlan(home, plan)
  const { files } = stagingOf(home)
  for (const unit of plan.units.slice(0, moves)) {
    const aside = join(plan.kept, unit)
    await mkdir(dirname(aside), { recursive: true })
    if (existsSync(join(home, unit))) await rename(join(home, unit), aside)
    await rename(join(files, unit), join(home, unit))
  }
  expect(await finishRestore(home, copyStore)).toBe(true)
  await expectNew()
  expect(await finishRestore(home, copyStore)).toBe(false)
})

test('is completed after a crash between the two moves of a folder', async () => {
  await writePlan(home, plan)
  await mkdir(plan.kept, { recursive: true })
  await rename(join(home, 'skills'), join(plan.kept, 'skills'))
  await finishRestore(home, copyStore)
  await expectNew()
})

test('changes nothing after a crash before the first move', async () => {
  await put(stagingOf(home).owner, '999999999')
  expect(await finishRestore(home, copyStore)).toBe(false)
  await expectOld()
})

test('leaves alone a plan that another process is executing', async () => {
  await writePlan(home, plan)
  await put(stagingOf(home).owner, String(process.pid))
  expect(await finishRestore(home, copyStore)).toBe(false)
  expect(await read('SOUL.md')).toBe('old')
  expect(existsSync(stagingOf(home).plan)).toBe(true)
})

test('lets only one of two processes complete it', async () => {
  await writePlan(home, plan)
  const ended = await Promise.all([finishRestore(home, copyStore), finishRestore(home, copyStore)])
  expect(ended.toSorted()).toEqual([false, true])
  await expectNew()
})
