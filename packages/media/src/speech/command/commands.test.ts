import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunProgram } from '@hermes/core/extension'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createCommandSpeaker, createCommandTranscriber } from '../../index.js'

const { signal } = new AbortController()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-speech-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const run: RunProgram = ({ command, args, workingDirectory }, options) =>
  new Promise((resolve, reject) => {
    execFile(command, args, { cwd: workingDirectory, signal: options.signal }, (error, stdout, stderr) => {
      if (options.signal.aborted) return reject(options.signal.reason)
      resolve({ code: error ? (error.code === 'ENOENT' ? 127 : Number(error.code)) : 0, stdout, stderr })
    })
  })

const withoutFfmpeg: RunProgram = async (request, options) =>
  request.command === 'ffmpeg' ? { code: 127, stdout: '', stderr: '' } : run(request, options)

const program = (code: string, ...args: readonly string[]) => [process.execPath, '-e', code, ...args]
const common = () => ({ run, folder, timeoutMs: 10_000 })
const sound = { content: Buffer.from('sound'), mediaType: 'audio/mpeg' }

test('a program reads the recording and prints the text', async () => {
  const code = `console.log(process.argv[1].split('.').pop(), require('fs').readFileSync(process.argv[1], 'utf8'), process.argv[2])`
  const command = program(code, '{input}', '{language}')
  const transcriber = createCommandTranscriber({ ...common(), command, language: 'de' })
  expect(await transcriber.transcribe(sound, { signal })).toBe('mp3 sound de')
  expect(await readdir(folder)).toEqual([])
})

test('passes the arguments without a shell', async () => {
  const command = program('console.log(process.argv[1])', '$(id) {other} {model}')
  const transcriber = createCommandTranscriber({ ...common(), command, model: '`id`' })
  expect(await transcriber.transcribe(sound, { signal })).toBe('$(id) {other} `id`')
})

test('a program speaks the text of a file into another file', async () => {
  const code = `const [, from, to, voice] = process.argv; require('fs').writeFileSync(to, voice + require('fs').readFileSync(from))`
  const command = program(code, '{input}', '{output}', '{voice}')
  const speaker = createCommandSpeaker({ ...common(), run: withoutFfmpeg, command, voice: 'rms: ' })
  expect(await speaker.speak('Noon.', { signal })).toEqual({
    content: Buffer.from('rms: Noon.'),
    mediaType: 'audio/wav',
  })
})

test('ffmpeg converts it to Ogg', async () => {
  const withFfmpeg: RunProgram = async (request, options) => {
    if (request.command !== 'ffmpeg') return run(request, options)
    const [from = '', to = ''] = [request.args[request.args.indexOf('-i') + 1], request.args.at(-1)]
    await writeFile(to, `Ogg of ${await readFile(from, 'utf8')}`)
    return { code: 0, stdout: '', stderr: '' }
  }
  const command = program(`require('fs').writeFileSync(process.argv[1], 'WAV')`, '{output}')
  const speaker = createCommandSpeaker({ ...common(), run: withFfmpeg, command })
  expect(await speaker.speak('Noon.', { signal })).toEqual({
    content: Buffer.from('Ogg of WAV'),
    mediaType: 'audio/ogg',
  })
})

test('the file stays WAV when ffmpeg takes too long', async () => {
  const stuckFfmpeg: RunProgram = async (request, options) =>
    request.command === 'ffmpeg'
      ? new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)))
      : run(request, options)
  const command = program(`require('fs').writeFileSync(process.argv[1], 'WAV')`, '{output}')
  const speaker = createCommandSpeaker({ ...common(), run: stuckFfmpeg, timeoutMs: 1_000, command })
  expect((await speaker.speak('Noon.', { signal })).mediaType).toBe('audio/wav')
})

test.each([
  [['not-installed'], 'There is no program "not-installed": install it, or change the command.'],
  [program('console.error("no model"); process.exit(3)'), `"${process.execPath}" ended with the status 3: no model`],
  [program(''), `"${process.execPath}" wrote no file to {output}.`],
])('a program that fails is named: %j', async (command, message) => {
  const speaker = createCommandSpeaker({ ...common(), run: withoutFfmpeg, command })
  await expect(speaker.speak('Noon.', { signal })).rejects.toMatchObject({ code: 'speech/failed', message })
  expect(await readdir(folder)).toEqual([])
})

test('ends a program that takes too long', async () => {
  const transcriber = createCommandTranscriber({
    ...common(),
    timeoutMs: 300,
    command: program('setInterval(() => 0, 1000)'),
  })
  const message = `"${process.execPath}" took longer than 0.3 s.`
  await expect(transcriber.transcribe(sound, { signal })).rejects.toMatchObject({ code: 'speech/failed', message })
})
