import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunProgram } from '@hermes/core/extension'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Sound } from './sound.js'
import { withTrimmedSilence } from './trim-silence.js'

const { signal } = new AbortController()
let folder: string
let hasFfmpeg = false

beforeAll(async () => {
  const programs = ['ffmpeg', 'ffprobe'].map((command) =>
    run({ command, args: ['-version'], workingDirectory: tmpdir() }, { signal }),
  )
  hasFfmpeg = (await Promise.all(programs)).every(({ code }) => code === 0)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-silence-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const run: RunProgram = ({ command, args, workingDirectory }, options) =>
  new Promise((resolve) => {
    execFile(command, args, { cwd: workingDirectory, signal: options.signal }, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code === 'ENOENT' ? 127 : Number(error.code)) : 0, stdout, stderr })
    })
  })

/** Creates a recording with two seconds of a tone at both ends, and silence in between. */
async function recording(seconds: number): Promise<Sound> {
  const path = join(folder, 'recording.wav')
  const tone = `sine=frequency=440:duration=${seconds},volume='if(between(t,2,${seconds - 2}),0,1)':eval=frame`
  const args = ['-nostdin', '-loglevel', 'error', '-f', 'lavfi', '-i', tone, path]
  expect(await run({ command: 'ffmpeg', args, workingDirectory: folder }, { signal })).toMatchObject({ code: 0 })
  const content = await readFile(path)
  await rm(path)
  return { content, mediaType: 'audio/wav' }
}

/** Returns what the service receives of a recording. */
async function heard(sound: Sound, runs: RunProgram = run): Promise<Sound> {
  const sounds: Sound[] = []
  const service = { transcribe: async (each: Sound) => String(sounds.push(each)) }
  const transcriber = withTrimmedSilence(service, { run: runs, folder, timeoutMs: 30_000 })
  expect(await transcriber.transcribe(sound, { signal })).toBe('1')
  expect(await readdir(folder)).toEqual([])
  return sounds[0] ?? sound
}

async function secondsOf({ content }: Sound): Promise<number> {
  const path = join(folder, 'measured')
  await writeFile(path, content)
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  const { stdout } = await run({ command: 'ffprobe', args, workingDirectory: folder }, { signal })
  return Number.parseFloat(stdout)
}

test('removes the silence of a long recording except for a third of a second', async ({ skip }) => {
  skip(!hasFfmpeg, 'without ffmpeg')
  const sound = await heard(await recording(20))
  expect(sound.mediaType).toBe('audio/ogg')
  const seconds = await secondsOf(sound)
  expect(seconds).toBeGreaterThan(4.1)
  expect(seconds).toBeLessThan(5)
})

test('passes a short recording on unchanged', async ({ skip }) => {
  skip(!hasFfmpeg, 'without ffmpeg')
  const sound = await recording(11)
  expect((await heard(sound)) === sound).toBe(true)
})

test('passes a recording on unchanged if ffmpeg is missing or cannot read it', async () => {
  const sound = { content: Buffer.from('no sound'), mediaType: 'audio/ogg' }
  expect(await heard(sound)).toBe(sound)
  expect(await heard(sound, async () => ({ code: 127, stdout: '', stderr: '' }))).toBe(sound)
})
