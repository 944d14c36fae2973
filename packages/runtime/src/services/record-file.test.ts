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
  isAwaited: true,
  output: 'ready\n',
})

async function open() {
  const folder = join(await tempFolder(), 'processes')
  return { folder, openFile: () => openRecordFile({ folder, logger: silentLogger }) }
}

test('returns the records of a dead agent to its session until they are acknowledged', async () => {
  const { openFile, folder } = await open()
  const first = openFile()
  await first.save([record('a', 'one'), record('b', 'two')])
  const second = openFile()
  // The first agent is still running.
  expect(await second.lost('one')).toEqual([])
  await first.close()
  expect(await second.lost('one')).toEqual([record('a', 'one')])
  await second.forget('one')
  expect(await second.lost('one')).toEqual([])
  expect(await second.lost('two')).toEqual([record('b', 'two')])
  await second.forget('two')
  expect(await readdir(folder)).toEqual([])
})

test('detects a killed agent even if its process id was reused', async () => {
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

test('writes no file without records, and makes it private', async () => {
  const { folder, openFile } = await open()
  const file = openFile()
  await file.save([])
  await file.close()
  await expect(stat(folder)).rejects.toThrow()
  await file.save([record('a', 'one')])
  const [name = ''] = await readdir(folder)
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, name))).mode & 0o777]).toEqual([0o700, 0o600])
})

test('logs an unusable folder and continues', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'processes'), 'a file')
  const logged: string[] = []
  const logger = { log: (_: string, message: string) => void logged.push(message) }
  const file = openRecordFile({ folder: join(folder, 'processes'), logger })
  await file.save([record('a', 'one')])
  expect(await file.lost('one')).toEqual([])
  expect(logged.length).toBeGreaterThan(0)
})
