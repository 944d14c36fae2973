import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { openRecordFile } from './record-file.js'

const record = (id: string, sessionId: string) => ({
  id,
  sessionId,
  command: 'npm run dev',
  startedAtMs: 1,
  output: 'ready\n',
})

async function open() {
  const folder = join(await tempFolder(), 'processes')
  return { folder, openFile: () => openRecordFile({ folder, logger: silentLogger }) }
}

test('what an agent left behind is there for its session, until that knows of it', async () => {
  const { openFile, folder } = await open()
  const first = openFile()
  await first.save([record('a', 'one'), record('b', 'two')])
  const second = openFile()
  // The first one still works.
  expect(await second.lost('one')).toEqual([])
  await first.close()
  expect(await second.lost('one')).toEqual([record('a', 'one')])
  await second.forget('one')
  expect(await second.lost('one')).toEqual([])
  expect(await second.lost('two')).toEqual([record('b', 'two')])
  await second.forget('two')
  expect(await readdir(folder)).toEqual([])
})

test('an agent that was killed is gone, also when its id has come to mean another process', async () => {
  const { folder, openFile } = await open()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const own = openFile()
  await own.save([record('a', 'one')])
  const [name = ''] = await readdir(folder)
  const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
  const write = (file: string, owner: object, id: string) =>
    writeFile(join(folder, file), JSON.stringify({ owner, processes: [record(id, 'one')] }))
  const { startTime, ...here } = content.owner
  await write('killed.json', { ...here, pid: child.pid, startTime: '' }, 'reused')
  await write(
    'elsewhere.json',
    { ...here, host: `not-${here.host}`, place: 'elsewhere', pid: child.pid, startTime: '' },
    'elsewhere',
  )
  await write('garbage.json', {}, 'garbage')
  await writeFile(join(folder, 'cut.json'), '{"processes": [')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await write('dead.json', { ...here, pid: child.pid, startTime }, 'dead')
  const lost = await openFile().lost('one')
  expect(lost.map(({ id }) => id).sort()).toEqual(['dead', 'reused'])
})

test('nothing is written before there is something to record, and nobody else can read it', async () => {
  const { folder, openFile } = await open()
  const file = openFile()
  await file.save([])
  await file.close()
  await expect(stat(folder)).rejects.toThrow()
  await file.save([record('a', 'one')])
  const [name = ''] = await readdir(folder)
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, name))).mode & 0o777]).toEqual([0o700, 0o600])
})

test('a folder that cannot be used is logged, and the agent works on', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'processes'), 'a file')
  const logged: string[] = []
  const logger = { log: (_: string, message: string) => void logged.push(message) }
  const file = openRecordFile({ folder: join(folder, 'processes'), logger })
  await file.save([record('a', 'one')])
  expect(await file.lost('one')).toEqual([])
  expect(logged.length).toBeGreaterThan(0)
})
