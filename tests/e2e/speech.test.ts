import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSpeechServer } from '../../packages/media/testing/speech-server.js'
import { ada, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { hasPythonEnvironment, pythonOf } from '../setup/python-environment.js'
import { createSandbox, root } from './hermes.js'

const patient = { timeout: 30_000, interval: 50 }
const isThere = hasPythonEnvironment('pocketsphinx') && has('flite') && has('ffmpeg')
const speak = ['flite', '-voice', 'rms', '-f', '{input}', '-o', '{output}']

describe.skipIf(!isThere)(isThere ? 'speech' : 'speech, without flite, ffmpeg or pocketsphinx', () => {
  test('a voice message is understood, and the answer is spoken', async () => {
    const hear = [await pythonOf('pocketsphinx'), join(root, 'tests/e2e/programs/hear.py'), '{input}']
    await using telegram = await startFakeTelegram()
    const sandbox = createSandbox()
    onTestFinished(() => sandbox[Symbol.dispose]())
    await using provider = await startFakeProvider({ script: answer })
    sandbox.writeHome(
      'config.yaml',
      JSON.stringify({
        model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
        auxiliary: { title_generation: { enabled: false } },
        stt: { command: hear },
        tts: { command: speak },
        platforms: {
          telegram: { token: telegram.token, api_root: telegram.apiRoot, poll_seconds: 1, allow_from: [ada.id] },
        },
      }),
    )
    const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
    onTestFinished(() => void gateway.process.kill('SIGKILL'))
    await gateway.prints(/connected as @hermes_bot/, 'stderr')

    telegram.say({ voice: recordingOf('what time is it', sandbox.workspace) })
    await expect.poll(() => telegram.messages.map(({ file, text }) => file?.kind ?? text), patient).toEqual(['voice'])
    expect(JSON.stringify(provider.requests[0]?.body)).toContain('[Voice message] what time is it')
    const spoken = join(sandbox.workspace, 'answer.ogg')
    writeFileSync(spoken, telegram.messages[0]?.file?.content ?? '')
    const [python = '', script = ''] = hear
    expect(execFileSync(python, [script, spoken], { encoding: 'utf8' }).trim()).toBe('the meeting begins at noon')
  }, 90_000)
})

test('an answer is spoken once, whenever the gateway is killed', async () => {
  await using telegram = await startFakeTelegram()
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  await using provider = await startFakeProvider({ script: () => text('It is **noon**.') })
  const speech = await startSpeechServer(() =>
    speech.requests.length === 1 ? undefined : { body: Buffer.from('OggS made up') },
  )
  sandbox.writeHome(
    'config.yaml',
    JSON.stringify({
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
      auxiliary: { title_generation: { enabled: false } },
      tts: { provider: 'custom', base_url: speech.baseUrl },
      platforms: {
        telegram: { token: telegram.token, api_root: telegram.apiRoot, poll_seconds: 1, allow_from: [ada.id] },
      },
    }),
  )
  const env = { API_SERVER_KEY: 'made-up-gateway-key' }
  const start = async () => {
    const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env })
    onTestFinished(() => void gateway.process.kill('SIGKILL'))
    await gateway.prints(/connected as @hermes_bot/, 'stderr')
    return gateway
  }
  const seen = () => telegram.messages.map(({ file, text }) => file?.kind ?? text)
  /**
   * Waits until arrivals are recorded. If the gateway is killed before that, it sends the message again with a note.
   */
  const arrivalsAreNoted = () =>
    expect.poll(async () => (await sandbox.run(['gateway', 'deliveries'])).stdout, patient).toBe('')
  const first = await start()
  telegram.say({ text: '/voice tts' })
  telegram.say({ text: 'what time is it?' })
  await expect.poll(() => speech.requests.length, patient).toBe(1)
  await arrivalsAreNoted()
  first.process.kill('SIGKILL')
  const second = await start()
  await expect.poll(() => seen().slice(1), patient).toEqual(['It is noon.', 'voice'])
  await arrivalsAreNoted()
  second.process.kill('SIGKILL')
  await start()
  telegram.say({ text: '/voice off' })
  await expect.poll(() => seen().length, patient).toBe(4)
  expect(seen().filter((each) => each === 'voice')).toHaveLength(1)
  expect(JSON.parse(String(speech.requests.at(-1)?.body))).toMatchObject({ input: 'It is noon.' })
}, 90_000)

/** Speaks with the tool, and sends the result of the tool. */
function answer(body: unknown) {
  const messages: readonly { readonly role: string; readonly content: unknown }[] = Object(body).messages
  const last = messages.at(-1)
  if (last?.role !== 'tool') return call('text_to_speech', { text: 'The meeting begins at noon.' })
  return text(/MEDIA:\S+/.exec(String(last.content))?.[0] ?? 'There is no sound.')
}

function recordingOf(words: string, folder: string): Uint8Array {
  const [sound, voice] = [join(folder, 'said.wav'), join(folder, 'said.ogg')]
  execFileSync('flite', ['-voice', 'rms', '-t', words, '-o', sound])
  execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', '-i', sound, '-ac', '1', '-c:a', 'libopus', voice])
  return readFileSync(voice)
}

function has(program: string): boolean {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    return false
  }
}
